import { join } from 'node:path';
import { inFolder } from '../lib/in-folder.mjs';
import { medians, timed } from '../lib/measure.mjs';
import { Sqlite } from '../lib/vouch-build.mjs';
import { open } from '../peers/vouch.mjs';

/**
 * One run that waits among `finished` runs that have ended, which are copies of one that did: what the page of runs asks
 * for, in a run's own process and through its own store.
 */
export async function inbox({ finished, times = 15 }) {
  return inFolder(async (folder) => {
    const script = { reads: 1, writes: 0 };
    const opened = await open(folder, { script });
    await opened.start();
    script.writes = 1;
    await opened.start();
    const db = new Sqlite(join(folder, 'vouch.db'));
    const columns = db.pragma('table_info(run)').map(({ name }) => name);
    const values = columns.map((name) => (name === 'uuid' ? "uuid || '-' || n.i" : `"${name}"`));
    db.exec(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${finished - 1})
       insert into run (${columns.join(', ')}) select ${values.join(', ')} from run, n where run.status = 'completed'`,
    );
    db.exec('analyze');
    db.close();
    const samples = { list: [], waiting: [] };
    for (let index = 0; index < times; index += 1) {
      samples.list.push(await timed(() => opened.list()));
      samples.waiting.push(await timed(() => opened.holding()));
    }
    await opened.close();
    return { list: medians(samples.list), waiting: medians(samples.waiting) };
  });
}
