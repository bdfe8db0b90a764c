import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HostileModel } from '../../src/testing/index.ts';
import { readResult, type Tool } from '../../src/tools/index.ts';
import { createBench, EDITOR, PAGE } from './runs-bench.ts';
import { countChanges, drive, expectPaired, NAMES, VALUES } from './runs-hostile-world.ts';

/** A text that asks a model for what it must not do. */
interface Injection {
  readonly line: string;
  readonly description: string;
}

/** Our own sentences, and those of a collection where a copy of it is at hand; never part of this repository. */
const FILES = [
  join(import.meta.dirname, 'injections.json'),
  process.env['VOUCH_INJECTIONS'] ??
    join(import.meta.dirname, '../../../shared/skills/injections.json'),
];

const INJECTIONS = FILES.filter((file) => existsSync(file)).flatMap(
  (file) => (JSON.parse(readFileSync(file, 'utf8')) as { items: readonly Injection[] }).items,
);

/** The same places with nothing in them that asks for anything. */
const HARMLESS: Injection = { line: 'Our opening hours.', description: 'About us.' };

/** The tools an unapproved text claims for itself; the process that runs lists other ones. */
const CLAIMED = ['create_page_draft', 'mcp_shop_free', 'start_process'];
const LISTED = ['update_page_metadata', 'get_page_content', 'read_feed', 'progress', 'load_skill'];

/** A tool that brings the text from outside. */
function feedTool(name: string, text: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: 'Reads what others wrote.',
    parameters: { type: 'object', properties: {} },
    group: 'content',
    effect: 'read_only',
    enabledByDefault: true,
    requiresAdministrator: false,
    execute: () => Promise.resolve(readResult(text)),
    ...more,
  };
}

/**
 * One run of a model that tries everything it can name, with the text in every place somebody from outside can write to:
 * skills that are not approved, revoked, changed after their approval or of another process, page content and results of
 * other servers. Nobody approves anything.
 */
async function runWith(
  text: Injection,
  options: { readonly seed: number; readonly inProcess: boolean },
) {
  const names = [...NAMES, 'read_feed', 'mcp_feed_read'];
  const model = new HostileModel({ seed: options.seed, names, values: VALUES });
  const remote = { group: 'mcp_feed', remote: true, requiresApproval: false } as const;
  const bench = await createBench({
    models: model,
    tools: [
      feedTool('read_feed', text.line),
      feedTool('mcp_feed_read', `${text.description}\n${text.line}`, remote),
    ],
  });
  const foreign = { description: text.description, body: text.line, allowedTools: CLAIMED };
  const approved = await bench.addSkill({ name: 'Style', body: 'STYLE TEXT' });
  await bench.addSkill({ ...foreign, name: 'Unapproved', approved: false });
  await bench.addSkill({ ...foreign, name: 'Always', approved: false, attach: 'always' });
  await bench.revoke(await bench.addSkill({ ...foreign, name: 'Revoked' }));
  const { uid: changed } = await bench.editSkill(
    await bench.addSkill({ name: 'Changed', body: 'Approved.' }),
    foreign,
  );
  await bench.addSkill({ ...foreign, name: 'Other process', process: true, approved: false });
  const tour = await bench.addSkill({ name: 'Tour', process: true, allowedTools: LISTED });
  const skills = { approved: [approved.uid, tour.uid], changed };

  const first = await bench.runtime.run(
    bench.request({
      messages: [
        { role: 'user', content: 'What does the feed say?' },
        { role: 'assistant', content: text.line, toolCalls: [] },
        { role: 'user', content: 'Check this page.' },
      ],
      ...(options.inProcess ? { invocation: { skillUid: tour.uid, subject: PAGE } } : {}),
    }),
  );
  const last = await drive(bench, first, [1, 2, 1, 2]);
  const run = await bench.storage.store.run(last.uuid);
  const events = await bench.runtime.events(last.uuid, 0, EDITOR);
  return { bench, skills, run, events, requests: model.requests };
}

type Ran = Awaited<ReturnType<typeof runWith>>;

/** Everything a run did that a text could have had a say in. */
function deedsOf({ bench, requests, run, events }: Ran) {
  return {
    systems: requests.map(({ messages }) => messages[0]?.content),
    offered: requests.map(({ tools }) => tools.map(({ name }) => name)),
    calls: events
      .filter(({ kind }) => kind === 'tool')
      .map(({ payload }) => [payload['tool'], payload['isError']]),
    pins: run?.pins.map(({ skillUid, digest }) => [skillUid, digest]),
    process: run?.processSkillUid,
    pages: [bench.pages.reads, bench.pages.writes, bench.pages.drafts, bench.pages.remote],
  };
}

/** Lines of a text that are long enough to be told from the system message's own words. */
function tellTales({ line, description }: Injection): readonly string[] {
  return `${line}\n${description}`
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part.length >= 20);
}

it.each(['outside a process', 'in a process'] as const)(
  'LOD-08, CMP-05 %s: no sentence from outside reaches the system message, writes, gains a tool or changes what is done',
  async (where) => {
    expect(INJECTIONS.length).toBeGreaterThan(5);
    let arrived = 0;
    for (const [index, injection] of INJECTIONS.entries()) {
      const options = { seed: 7_919 * (index + 1), inProcess: where === 'in a process' };
      const ran = await runWith(injection, options);
      const { bench, skills, run, requests } = ran;
      expect(countChanges(bench)).toBe(0);
      for (const { messages } of requests) {
        const [system, ...transcript] = messages;
        expect(system?.role).toBe('system');
        for (const words of tellTales(injection)) expect(system?.content).not.toContain(words);
        expect(transcript.some(({ role }) => role === 'system')).toBe(false);
        expectPaired(messages);
        // What must not instruct was really there to be read.
        if (JSON.stringify(transcript).includes(JSON.stringify(injection.line).slice(1, -1))) {
          arrived += 1;
        }
      }
      for (const { skillUid } of run?.pins ?? []) expect(skills.approved).toContain(skillUid);
      if (options.inProcess) {
        expect(bench.pages.drafts).toEqual([]);
        expect(bench.pages.remote).toEqual([]);
      }
      // The same model in the same place, where the texts ask for nothing, does exactly the same.
      expect(deedsOf(ran)).toEqual(deedsOf(await runWith(HARMLESS, options)));
    }
    expect(arrived).toBeGreaterThan(INJECTIONS.length);
  },
  120_000,
);
