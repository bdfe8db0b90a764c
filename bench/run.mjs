// `npm run bench`: our numbers and the peers', in one table of ratios, printed and written to RESULTS.md. `-- --quick` takes
// small sizes once (a look at the bench, not at the figures), `-- --only loop,inbox` some of the groups: these are printed
// only, unless `--out FILE` says where they are written to. Each measurement runs in a process of its own; repetitions take turns, so that what else the machine
// does meets everybody alike.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild, ensurePackages } from './lib/prepare.mjs';
import { compareCycle, compareLoop, compareRestart, growBytes } from './lib/compare.mjs';
import { growConversation, growInbox, growSite, growSkills } from './lib/grow.mjs';
import { machineLines, renderResults } from './lib/results.mjs';
import { compareThroughput } from './lib/throughput.mjs';

const GROUPS = {
  loop: compareLoop,
  cycle: compareCycle,
  restart: compareRestart,
  bytes: growBytes,
  skills: growSkills,
  conversation: growConversation,
  inbox: growInbox,
  site: growSite,
  throughput: compareThroughput,
};

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    out: { type: 'string' },
  },
});
const { quick } = given;
const only = given.only?.split(',') ?? null;
const isWhole = !quick && only === null;
const out = given.out ?? (isWhole ? join(import.meta.dirname, 'RESULTS.md') : null);
const unknown = (only ?? []).filter((name) => !Object.hasOwn(GROUPS, name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no group ${unknown.join(', ')}; the groups are ${Object.keys(GROUPS).join(', ')}.\n`,
  );
  process.exit(2);
}

await ensurePackages();
await ensureBuild();
const before = machineLines();
const rows = [];
for (const [name, measure] of Object.entries(GROUPS)) {
  if (only !== null && !only.includes(name)) continue;
  process.stderr.write(`\n${name}\n`);
  rows.push(...(await measure({ quick, say: (line) => process.stderr.write(`  ${line}\n`) })));
}
const text = await renderResults(rows, { quick, only, before });
process.stdout.write(text);
if (out === null) {
  process.stderr.write('\nPart of the bench: nothing was written. --out FILE writes it.\n');
} else {
  writeFileSync(out, text);
  process.stderr.write(`\nWritten to ${out}.\n`);
}
