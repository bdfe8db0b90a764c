import { readFileSync } from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import { format } from 'prettier';

const bench = join(import.meta.dirname, '..');
const NAMED = [
  '@langchain/langgraph',
  '@langchain/langgraph-checkpoint-sqlite',
  '@langchain/core',
  '@openai/agents',
  'better-sqlite3',
];

/** What was running where, and how busy it was. */
export function machineLines() {
  const [load] = os.loadavg();
  const cores = os.cpus().length;
  return { load, cores, processor: os.cpus()[0]?.model ?? 'unknown' };
}

/** RESULTS.md: what was measured with what, what missed its target, what is worse than a peer, and the table. */
export async function renderResults(rows, { quick, only, before }) {
  const after = machineLines();
  const missed = rows.filter(({ met }) => met === false);
  const worse = rows.filter((row) => row.worse);
  const text = [
    '# Bench',
    `Written by \`npm run bench\`${parts(quick, only)}. Node ${process.versions.node}, ${before.processor}, ${before.cores} cores, load ${before.load.toFixed(1)} before and ${after.load.toFixed(1)} after${Math.max(before.load, after.load) > before.cores ? ': **a busy machine, so read CPU times and their ratios, not wall times**' : ''}.`,
    versions(),
    'The model is a script and nothing calls a network: what is measured is what each runtime does around its model. Every step is stored before the next begins. Ours seals what it stores. Times are medians; every repetition runs in a process of its own and everybody takes turns. CPU is user and system time of all threads. A ratio says how many times as much the other takes, or how many times as much it became; of throughput it is our share of what pg-boss does with jobs that are empty. Memory is what was taken from the JavaScript heap, collected since or not. PostgreSQL runs on the same machine and does not wait for its disk.',
    '## Targets missed',
    listed(
      missed,
      ({ what, sync, ratio, ours, target }) =>
        `${what} (${sync}): ${ratio || ours}, wanted ${target}`,
    ),
    '## Worse than a peer',
    listed(
      worse,
      ({ what, sync, ours, other, ratio }) => `${what} (${sync}): ${ours}, ${other} (${ratio})`,
    ),
    '## Everything',
    [
      '| What | Sync | Ours | Against | Ratio | Target | |',
      '| --- | --- | ---: | --- | ---: | --- | --- |',
      ...rows.map(
        ({ what, sync, ours, other, ratio, target, met }) =>
          `| ${[what, sync, ours, other, ratio, target, met === null ? '' : met ? 'met' : '**missed**'].join(' | ')} |`,
      ),
    ].join('\n'),
  ].join('\n\n');
  return format(text, { parser: 'markdown' });
}

function parts(quick, only) {
  const given = [
    ...(quick ? ['--quick'] : []),
    ...(only === null ? [] : ['--only', only.join(',')]),
  ];
  return given.length === 0 ? '' : ` -- ${given.join(' ')}`;
}

function listed(rows, line) {
  return rows.length === 0 ? 'None.' : rows.map((row) => `- ${line(row)}`).join('\n');
}

function versions() {
  const peers = NAMED.map((name) => versionOf(bench, name));
  return [...peers, versionOf(dirname(bench), 'pg-boss')].join(' · ');
}

function versionOf(folder, name) {
  const file = join(folder, 'node_modules', name, 'package.json');
  return `${name} ${JSON.parse(readFileSync(file, 'utf8')).version}`;
}
