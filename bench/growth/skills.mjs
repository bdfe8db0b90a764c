import { join } from 'node:path';
import { inFolder } from '../lib/in-folder.mjs';
import { allocatedMb, median, medians, timed } from '../lib/measure.mjs';
import { tsImport } from 'tsx/esm/api';
import { createRuntime, NO_CONTENT_RIGHTS, Sqlite } from '../lib/vouch-build.mjs';

const { filterSkills } = await tsImport(
  '../../web/src/features/skills/model/skill-list.ts',
  import.meta.url,
);

const ADMINISTRATOR = {
  kind: 'user',
  userId: 'administrator',
  name: 'Administrator',
  isAdministrator: true,
  groupIds: [],
  grants: [],
  rights: NO_CONTENT_RIGHTS,
};

/** A few skills written, approved and attached as people do it; the others are copies of the last row, approval and all. */
async function fill({ skills, configurationUid }, file, { count, attached }) {
  const source = await skills.createBackendSource(
    { title: 'Ours', trustLevel: 'first_party' },
    ADMINISTRATOR,
  );
  for (let index = 0; index < attached; index += 1) {
    const { skill, digest } = await skills.create(
      {
        sourceUid: source.uid,
        name: `Skill ${index}`,
        description: `What to mind on pages of kind ${index}.`,
        body: 'Read the page before you propose anything. '.repeat(40),
        allowedTools: null,
        process: false,
      },
      ADMINISTRATOR,
    );
    await skills.setEnabled(skill.uid, true, ADMINISTRATOR);
    await skills.approve(skill.uid, digest, ADMINISTRATOR);
    await skills.setAttachment(
      skill.uid,
      { configurationUid, loadMode: 'on_demand' },
      ADMINISTRATOR,
    );
  }
  const db = new Sqlite(file);
  copyRows(db, 'skill', 'uid', count - attached, { identifier: "identifier || '-' || n.i" });
  copyApprovals(db);
  db.exec('analyze');
  db.close();
}

const columnsOf = (db, table) => db.pragma(`table_info(${table})`).map(({ name }) => name);

function copyRows(db, table, key, count, changed) {
  const columns = columnsOf(db, table).filter((name) => name !== key);
  const values = columns.map((name) => changed[name] ?? `"${name}"`);
  db.exec(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
     insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')})
     select ${values.join(', ')} from ${table}, n where ${key} = (select max(${key}) from ${table})`,
  );
}

function copyApprovals(db) {
  const bare =
    'select s.uid from skill s where s.uid not in (select skill_uid from skill_approval)';
  const columns = columnsOf(db, 'skill_approval').filter(
    (name) => !['id', 'skill_uid'].includes(name),
  );
  const list = columns.map((name) => `"${name}"`).join(', ');
  db.exec(`insert into skill_decision (skill_uid) ${bare}`);
  db.exec(
    `insert into skill_approval (id, skill_uid, ${list})
     select d.id, d.skill_uid, ${columns.map((name) => `t."${name}"`).join(', ')}
     from skill_decision d, (select * from skill_approval order by id desc limit 1) t
     where d.skill_uid not in (select skill_uid from skill_approval)`,
  );
}

/**
 * Time and memory with `count` skills, 50 of them attached: the administrator's list, a search in it, the catalogue, the
 * start of a run. The screen has the whole list and searches in it, so the search is the screen's own function.
 */
export async function skills({ count, attached = 50, times = 3 }) {
  return inFolder(async (folder) => {
    const model = {
      name: 'script',
      builtIn: false,
      contextWindowTokens: 200_000,
      generate: async () => ({
        text: 'Done.',
        toolCalls: [],
        usage: { promptTokens: 0, completionTokens: 0 },
        finishReason: 'stop',
      }),
    };
    const runtime = await createRuntime({
      model,
      people: [ADMINISTRATOR],
      dataDir: folder,
      synchronous: 'normal',
    });
    await fill(runtime, join(folder, 'vouch.db'), { count, attached });
    const { configurationUid } = runtime;
    const configuration = { uid: configurationUid, allowedGroupIds: [] };
    const messages = [{ role: 'user', content: 'Good morning.' }];
    const measured = {};
    const measure = async (name, work) => {
      await work();
      const samples = [];
      for (let index = 0; index < times; index += 1) samples.push(await timed(work));
      const allocated = [];
      for (let index = 0; index < times; index += 1) allocated.push(await allocatedMb(work));
      measured[name] = { ...medians(samples), allocatedMb: median(allocated) };
    };
    await measure('catalogue', () => runtime.skills.catalogue(ADMINISTRATOR, configuration));
    await measure('start', async () => {
      const { outcome } = await runtime.run({ configurationUid, messages, actor: ADMINISTRATOR });
      if (outcome !== 'completed') throw new Error(`The run ended as ${outcome}.`);
    });
    let listed = [];
    await measure('list', async () => {
      listed = await runtime.skills.list(ADMINISTRATOR);
    });
    if (listed.length !== count) throw new Error(`${listed.length} of ${count} skills are listed.`);
    // The last one attached and its copies; everybody else is looked at in vain.
    const wanted = `skill ${attached - 2}`;
    await measure('search', () => {
      const found = filterSkills(listed, 'all', wanted);
      if (found.length === 0 || found.length === count) throw new Error(`${found.length} found.`);
    });
    await runtime.close();
    return measured;
  });
}
