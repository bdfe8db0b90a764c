import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from './in-folder.mjs';
import { inProcess } from './in-process.mjs';
import { median } from './measure.mjs';
import { transcriptBytes } from './script.mjs';

const US = 'vouch';
const LANGGRAPH = 'langgraph';
const OPENAI = 'openai-agents';
const PEERS = [US, LANGGRAPH, OPENAI];
const SYNCS = ['NORMAL', 'FULL'];
/** Of the long loop, of which one takes a peer seconds and us a tenth of one. */
const WARM_UP_MS = 4_000;

/** Measures every subject as often as asked, one after the other, and then all of them again. */
async function inTurns(subjects, repetitions, measure) {
  const taken = new Map(subjects.map((subject) => [subject, []]));
  for (let index = 0; index < repetitions; index += 1) {
    for (const subject of subjects) taken.get(subject).push(await measure(subject));
  }
  return taken;
}

/** A short loop and a long one, each with its target; for a quick look the long one is short too, and has none. */
const lengths = (quick, short, long) => [[20, short], quick ? [40, undefined] : [200, long]];

const ms = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const times = (value) => `${value.toFixed(value < 10 ? 1 : 0)}×`;

/** Rows of one comparison: ours, each peer's, and how many times as long the peer takes. */
function versusRows(what, taken, { field, target, sync }) {
  const of = (subject) => median(taken.get(subject).map((sample) => field(sample)));
  const ours = of(US);
  return [...taken.keys()]
    .filter((subject) => subject !== US)
    .map((peer) => {
      const ratio = of(peer) / ours;
      const judged = peer === LANGGRAPH && sync === 'NORMAL' ? target : undefined;
      return {
        what,
        sync,
        ours: ms(ours),
        other: `${peer} ${ms(of(peer))}`,
        ratio: times(ratio),
        target: judged === undefined ? '' : `≥ ${judged}×`,
        met: judged === undefined ? null : ratio >= judged,
        worse: ratio < 1,
      };
    });
}

export async function compareLoop({ quick, say }) {
  const rows = [];
  for (const sync of SYNCS) {
    for (const [reads, target] of lengths(quick, 5, 30)) {
      const long = reads > 20;
      // A loop of 200 steps takes some peers ten seconds.
      const repetitions = quick ? 1 : long ? (sync === 'FULL' ? 1 : 3) : sync === 'FULL' ? 3 : 5;
      // A server has long been warm when a person's run comes.
      const inner = long
        ? { reads, sync, warmUps: 2, warmUpMs: quick ? 0 : WARM_UP_MS, times: 5 }
        : { reads, sync, warmUps: 30, times: 9 };
      // The state of OpenAI Agents is stored whole after each step; 200 steps of it take minutes.
      const subjects = long ? [US, LANGGRAPH] : PEERS;
      const taken = await inTurns(subjects, repetitions, async (subject) => {
        const sample = await inProcess('loop', subject, inner);
        say(`${reads} steps, ${sync}: ${subject} ${ms(sample.cpuMs)} CPU, ${ms(sample.wallMs)}`);
        return sample;
      });
      const what = `Loop of ${reads} tool steps`;
      rows.push(
        ...versusRows(`${what}, CPU`, taken, { field: ({ cpuMs }) => cpuMs, target, sync }),
        ...versusRows(`${what}, wall`, taken, { field: ({ wallMs }) => wallMs, sync }),
      );
    }
  }
  return rows;
}

export async function compareCycle({ quick, say }) {
  const rows = [];
  for (const sync of SYNCS) {
    for (const [reads, limitMs] of lengths(quick, 5, 10)) {
      const long = reads > 20;
      const subjects = long ? [US, LANGGRAPH] : PEERS;
      const repetitions = quick ? 1 : long ? (sync === 'FULL' ? 1 : 2) : 3;
      const taken = await inTurns(subjects, repetitions, async (subject) => {
        const sample = await inProcess('cycle', subject, { reads, sync, cycles: quick ? 6 : 12 });
        say(`cycle after ${reads}, ${sync}: ${subject} ${ms(sample.cpuMs)} CPU`);
        return sample;
      });
      const what = `Approve, write, wait again, after ${reads} reads`;
      const ours = median(taken.get(US).map(({ cpuMs }) => cpuMs));
      const judged = sync === 'NORMAL' && limitMs !== undefined;
      rows.push({
        what: `${what}, CPU`,
        sync,
        ours: ms(ours),
        other: '',
        ratio: '',
        target: judged ? `≤ ${limitMs} ms` : '',
        met: judged ? ours <= limitMs : null,
        worse: false,
      });
      rows.push(
        ...versusRows(`${what}, CPU`, taken, { field: ({ cpuMs }) => cpuMs, sync }),
        ...versusRows(`${what}, wall`, taken, { field: ({ wallMs }) => wallMs, sync }),
      );
    }
  }
  return rows;
}

export async function compareRestart({ quick, say }) {
  const rows = [];
  for (const sync of SYNCS) {
    const reads = 20;
    const taken = await inTurns(PEERS, quick ? 1 : 5, (subject) =>
      inFolder(async (folder) => {
        await inProcess('suspend', subject, { folder, reads, sync });
        const sample = await inProcess('resume', subject, { folder, reads, sync });
        const written = readFileSync(join(folder, 'writes.log'), 'utf8');
        if (written !== 'written\n') throw new Error('The approved write did not run once.');
        say(`restart, ${sync}: ${subject} ${ms(sample.process.cpuMs)} CPU of the whole process`);
        return sample;
      }),
    );
    const what = `Resume in a new process after ${reads} reads`;
    rows.push(
      ...versusRows(`${what}: whole process, CPU`, taken, {
        field: (sample) => sample.process.cpuMs,
        target: 2,
        sync,
      }),
      ...versusRows(`${what}: open, approve, write, end, CPU`, taken, {
        field: (sample) => sample.operation.cpuMs,
        target: 2,
        sync,
      }),
    );
  }
  return rows;
}

const kb = (bytes) => `${(bytes / 1024).toFixed(0)} kB`;

/** What is stored while the run waits, against the transcript itself, and how that grows. */
export async function growBytes({ quick, say }) {
  const [few, many] = quick ? [20, 40] : [100, 200];
  const stored = async (subject, reads) => {
    const parts = { reads, sync: 'NORMAL' };
    const bytes = await inFolder((folder) => inProcess('suspend', subject, { ...parts, folder }));
    say(`bytes after ${reads} steps: ${subject} ${kb(bytes.payload)} in rows, ${kb(bytes.file)}`);
    return bytes;
  };
  const row = (what, parts) => ({
    what,
    sync: 'NORMAL',
    worse: false,
    target: '',
    met: null,
    ...parts,
  });
  const rows = [];
  const ours = new Map();
  for (const reads of new Set([20, few, many])) {
    const bytes = await stored(US, reads);
    const transcript = transcriptBytes({ reads, writes: 1 });
    ours.set(reads, bytes);
    for (const [where, value] of [
      ['in rows', bytes.payload],
      ['in pages of the file', bytes.file],
    ]) {
      const ratio = value / transcript;
      rows.push(
        row(`Bytes while waiting after ${reads} steps, ${where}`, {
          ours: kb(value),
          other: `transcript ${kb(transcript)}`,
          ratio: times(ratio),
          target: '≤ 2×',
          met: ratio <= 2,
        }),
      );
    }
    const peer = await stored(LANGGRAPH, reads);
    rows.push(
      row(`Bytes while waiting after ${reads} steps, in rows`, {
        ours: kb(bytes.payload),
        other: `${LANGGRAPH} ${kb(peer.payload)}`,
        ratio: times(peer.payload / bytes.payload),
        worse: peer.payload < bytes.payload,
      }),
    );
  }
  for (const where of ['payload', 'file']) {
    const ratio = ours.get(many)[where] / ours.get(few)[where];
    rows.push(
      row(
        `Bytes, ${many} steps against ${few}, ${where === 'file' ? 'in pages of the file' : 'in rows'}`,
        {
          ours: kb(ours.get(many)[where]),
          other: `${few} steps ${kb(ours.get(few)[where])}`,
          ratio: times(ratio),
          target: '≤ 2.1×',
          met: ratio <= 2.1,
        },
      ),
    );
  }
  return rows;
}
