// `npm run bench`: our numbers and the peers', in one table of ratios. `-- --quick` takes small sizes once (a look at the bench, not at the figures), `-- --only loop,inbox`
// some of the groups. Each measurement runs in a process of its own; repetitions take turns, so that what else the machine
// does meets everybody alike.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild, ensurePackages } from './lib/prepare.mjs';
import { compareCycle, compareLoop, compareRestart, growBytes } from './lib/compare.mjs';
import { growConversation, growInbox, growSkills } from './lib/grow.mjs';
import { machineLines, renderResults } from './lib/results.mjs';

const GROUPS = {
  loop: compareLoop,
  cycle: compareCycle,
  restart: compareRestart,
  bytes: growBytes,
  skills: growSkills,
  conversation: growConversation,
  inbox: growInbox,
};

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const only = args.includes('--only') ? args[args.indexOf('--only') + 1].split(',') : null;
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
const text = await renderResults(rows, { quick, before });
process.stdout.write(text);
if (only === null) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), text);
