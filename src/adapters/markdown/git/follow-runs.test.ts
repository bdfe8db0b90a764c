import { describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../../../testing/index.ts';
import { createRunFollower, type RunCommitted } from './follow-runs.ts';

const DAY_MS = 24 * 3_600_000;

describe('following runs until what they wrote is committed', () => {
  const open = () => {
    const clock = new FakeClock();
    const over = new Set<string>();
    const asked: string[] = [];
    const committed: string[] = [];
    const warn = vi.fn();
    const answers = {
      isRunOver: (uuid: string) => Promise.resolve(over.has(uuid)),
      commitRun: (_uuid: string): Promise<RunCommitted> => Promise.resolve({ done: true }),
    };
    const follower = createRunFollower(
      {
        clock,
        isRunOver: (uuid) => {
          asked.push(uuid);
          return answers.isRunOver(uuid);
        },
        commitRun: async (uuid) => {
          const answer = await answers.commitRun(uuid);
          if (answer.done) committed.push(uuid);
          return answer;
        },
        warn,
      },
      { rememberedMs: 7 * DAY_MS },
    );
    /** Lets everything run that waits for no time, and then time pass. */
    const pass = async (ms: number, stepMs = 5_000) => {
      await turns();
      for (let passed = 0; passed < ms; passed += stepMs) {
        clock.advance(stepMs);
        await turns();
      }
    };
    return { clock, over, asked, committed, warn, answers, follower, pass };
  };

  const turns = async (count = 40) => {
    for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
  };

  it('a run of which it cannot be learnt whether it is over holds up no other, and is asked for again', async () => {
    const { over, asked, committed, warn, answers, follower, pass } = open();
    let fails = 3;
    answers.isRunOver = (uuid) => {
      if (uuid === 'broken' && (fails -= 1) >= 0) return Promise.reject(new Error('no database'));
      return Promise.resolve(over.has(uuid));
    };
    follower.follow('broken');
    follower.follow('fine');
    await pass(10_000);
    over.add('fine').add('broken');
    await pass(5_000);
    expect(committed).toEqual(['fine']);
    await pass(60_000);
    expect(committed).toEqual(['fine', 'broken']);
    // The same trouble is said once.
    expect(warn).toHaveBeenCalledOnce();
    const before = asked.length;
    await pass(60_000);
    expect(asked).toHaveLength(before);
    await follower.close();
  });

  it('a commit that fails is tried again, less and less often, until it is done or long past', async () => {
    const { over, committed, warn, answers, follower, pass } = open();
    let tries = 0;
    let answer: () => Promise<RunCommitted> = () =>
      Promise.resolve({ done: false, later: 'a merge is under way' });
    answers.commitRun = () => {
      tries += 1;
      return answer();
    };
    over.add('run');
    follower.follow('run');
    await pass(60_000);
    expect(tries).toBe(4);
    expect(warn.mock.calls).toEqual([
      [{ runUuid: 'run', reason: 'a merge is under way' }, expect.any(String)],
    ]);
    answer = () => Promise.reject(new Error('Git did not answer'));
    await pass(DAY_MS, 60_000);
    expect(tries).toBeGreaterThan(24);
    expect(tries).toBeLessThan(40);
    expect(warn).toHaveBeenCalledTimes(2);
    answer = () => Promise.resolve({ done: true });
    await pass(3_600_000, 60_000);
    expect(committed).toEqual(['run']);
    answer = () => Promise.resolve({ done: false, later: 'git is not installed' });
    follower.follow('run');
    await pass(8 * DAY_MS, 600_000);
    const given = tries;
    await pass(DAY_MS, 600_000);
    expect(tries).toBe(given);
    await follower.close();
  });

  it.each(Array.from({ length: 12 }, (_, at) => at))(
    'a run that comes while the last one is being finished is followed: %i turns after its commit',
    async (count) => {
      const { over, committed, answers, follower, pass } = open();
      let done = (): void => undefined;
      const first = new Promise<void>((resolve) => (done = resolve));
      answers.commitRun = () => {
        done();
        return Promise.resolve({ done: true });
      };
      over.add('a').add('b');
      follower.follow('a');
      await first;
      await turns(count);
      follower.follow('b');
      await pass(15_000);
      expect(committed).toEqual(['a', 'b']);
      await follower.close();
    },
  );

  it('a run that writes once more while it is being committed is committed again', async () => {
    const { over, committed, answers, follower, pass } = open();
    let isFirst = true;
    answers.commitRun = () => {
      if (isFirst) follower.follow('run');
      isFirst = false;
      return Promise.resolve({ done: true });
    };
    over.add('run');
    follower.follow('run');
    await pass(15_000);
    expect(committed).toEqual(['run', 'run']);
    await follower.close();
    follower.follow('late');
    await pass(15_000);
    expect(committed).toEqual(['run', 'run']);
  });
});
