import { inProcess } from './in-process.mjs';

const ms = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const times = (value) => `${value.toFixed(value < 10 ? 1 : 0)}×`;

const mb = (value) => `${value.toFixed(value < 10 ? 2 : 0)} MB`;

/** Time and memory of the same with more of something. */
function grownBoth(what, few, many, limit) {
  return [
    grown(`${what}, CPU`, few, many, limit),
    grown(`${what}, memory`, few, many, limit, { field: 'allocatedMb', shown: mb }),
  ];
}

/** One row: the same with more of something. */
function grown(what, few, many, limit, { field, shown } = { field: 'cpuMs', shown: ms }) {
  const ratio = many[field] / few[field];
  return {
    what,
    sync: 'NORMAL',
    ours: shown(many[field]),
    other: `before ${shown(few[field])}`,
    ratio: times(ratio),
    target: limit === undefined ? '' : `< ${limit}×`,
    met: limit === undefined ? null : ratio < limit,
    worse: false,
  };
}

export async function growSkills({ quick, say }) {
  const counts = [100, quick ? 1_000 : 10_000];
  const [few, many] = await both(counts, (count) => {
    say(`${count} skills …`);
    return inProcess('skills', 'vouch', { count, times: quick ? 1 : 3 });
  });
  const what = `${counts[1].toLocaleString('en')} skills against 100: `;
  return [
    ...grownBoth(`${what}the administrator's list`, few.list, many.list),
    ...grownBoth(`${what}search in the list`, few.search, many.search),
    ...grownBoth(`${what}catalogue of 50 attached`, few.catalogue, many.catalogue, 2),
    ...grownBoth(`${what}start of a run with 50 attached`, few.start, many.start, 2),
  ];
}

export async function growConversation({ quick, say }) {
  const counts = [20, quick ? 200 : 2_000];
  const [few, many] = await both(counts, (messages) => {
    say(`conversation of ${messages} messages …`);
    return inProcess('conversation', 'vouch', { messages });
  });
  const what = `Run of 5 steps after ${counts[1].toLocaleString('en')} messages against 20, CPU`;
  return [grown(what, few, many)];
}

export async function growInbox({ quick, say }) {
  const counts = [100, quick ? 10_000 : 100_000];
  const [few, many] = await both(counts, (finished) => {
    say(`${finished} finished runs …`);
    return inProcess('inbox', 'vouch', { finished, times: quick ? 5 : 25 });
  });
  const what = `${counts[1].toLocaleString('en')} finished runs against 100: `;
  return [
    grown(`${what}newest 50 runs, CPU`, few.list, many.list, 2),
    grown(`${what}runs that wait, CPU`, few.waiting, many.waiting, 2),
  ];
}

const MEMORY = { field: 'heapMb', shown: mb };
const LONGEST = { field: 'ms', shown: ms };

/** A site of Markdown: what starting costs, and what an editor waits for. */
export async function growSite({ quick, say }) {
  const counts = [100, quick ? 1_000 : 10_000];
  const [few, many] = await both(counts, (count) => {
    say(`site of ${count} pages …`);
    return inProcess('site', 'vouch', { count, times: quick ? 3 : 9 });
  });
  const what = `${counts[1].toLocaleString('en')} pages against 100: `;
  return [
    grown(`${what}first start to the tree, CPU`, few.firstStart, many.firstStart),
    grown(`${what}index filled behind it, CPU`, few.index, many.index),
    grown(
      `${what}longest turn of the event loop meanwhile`,
      few.longestBlock,
      many.longestBlock,
      undefined,
      LONGEST,
    ),
    grown(`${what}next start to the tree, CPU`, few.nextStart, many.nextStart),
    grown(`${what}tree, CPU`, few.tree, many.tree),
    grown(`${what}search of a rare word, CPU`, few.searchRare, many.searchRare, 10),
    grown(`${what}search of common words, CPU`, few.searchCommon, many.searchCommon),
    grown(`${what}page opened, CPU`, few.open, many.open, 2),
    grown(`${what}edit planned and written, CPU`, few.edit, many.edit, 2),
    grown(`${what}edit and the tree after it, CPU`, few.treeAfterEdit, many.treeAfterEdit),
    grown(`${what}memory held, JavaScript heap`, few.memory, many.memory, undefined, MEMORY),
  ];
}

async function both([few, many], measure) {
  return [await measure(few), await measure(many)];
}
