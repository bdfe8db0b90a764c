import { ADMIN, type Bench } from './runs-bench.ts';

/** Messages of the newest model request. */
export const sent = (bench: Bench) => bench.model.requests.at(-1)?.messages ?? [];

/** Text of the system message of the newest model request. */
export const system = (bench: Bench) => {
  const [first] = sent(bench);
  return first?.role === 'system' ? first.content : '';
};

/** Text of the first user message of the newest model request. */
export const firstUser = (bench: Bench) =>
  sent(bench).find(({ role }) => role === 'user')?.content ?? '';

/** Names of the tools offered with the newest model request. */
export const toolNames = (bench: Bench) =>
  bench.model.requests.at(-1)?.tools.map(({ name }) => name) ?? [];

/** What the notices of a run say, oldest first. */
export const notices = async (bench: Bench, uuid: string) =>
  (await bench.runtime.events(uuid, 0, ADMIN))
    .filter(({ kind }) => kind === 'notice')
    .map(({ payload }) => payload);
