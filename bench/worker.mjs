// One measurement in a process of its own: node worker.mjs SCENARIO PEER '{"reads":20,"sync":"NORMAL"}' prints one JSON line.
import { conversation } from './growth/conversation.mjs';
import { inbox } from './growth/inbox.mjs';
import { site } from './growth/site.mjs';
import { skills } from './growth/skills.mjs';
import { cycle } from './scenarios/cycle.mjs';
import { loop } from './scenarios/loop.mjs';
import { resume, suspend } from './scenarios/restart.mjs';
import { boss, runs } from './throughput/measure.mjs';

const WITH_PEER = { loop, cycle, suspend, resume };
const OURS = { skills, conversation, inbox, site, runs, boss };

const [scenario, subject, parts = '{}'] = process.argv.slice(2);
const measured = Object.hasOwn(OURS, scenario)
  ? await OURS[scenario](JSON.parse(parts))
  : await WITH_PEER[scenario](await import(`./peers/${subject}.mjs`), JSON.parse(parts));
process.stdout.write(`${JSON.stringify(measured)}\n`);
