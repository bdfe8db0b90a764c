import { inProcess } from './in-process.mjs';
import { median } from './measure.mjs';
import { withPostgres } from './postgres-server.mjs';

const WORKERS = [1, 2, 4];
const rate = (value, unit) => `${value.toFixed(0)} ${unit}/s`;

/** Rows: runs a second by so many processes on PostgreSQL, and their share of what bare pg-boss does there. */
export function compareThroughput({ quick, say }) {
  const [repetitions, runCount, jobCount] = quick ? [1, 40, 400] : [3, 500, 10_000];
  return withPostgres(async (server) => {
    const rows = [];
    let databases = 0;
    const measure = async (scenario, workers, count) => {
      databases += 1;
      const name = `bench_${databases}`;
      const { perSecond } = await inProcess(scenario, '-', { server, name, workers, count });
      say(`${scenario}, ${workers} processes: ${perSecond.toFixed(0)} a second`);
      return perSecond;
    };
    for (const workers of WORKERS) {
      const taken = { runs: [], boss: [] };
      for (let index = 0; index < repetitions; index += 1) {
        taken.runs.push(await measure('runs', workers, runCount));
        taken.boss.push(await measure('boss', workers, jobCount));
      }
      const [ours, theirs] = [median(taken.runs), median(taken.boss)];
      rows.push({
        what: `Runs of one step from PostgreSQL, ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
        sync: 'off',
        ours: rate(ours, 'runs'),
        other: `empty jobs of pg-boss ${rate(theirs, 'jobs')}`,
        ratio: `${((100 * ours) / theirs).toFixed(1)} %`,
        target: '',
        met: null,
        worse: false,
      });
    }
    return rows;
  });
}
