import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createChecklistModel } from '../../src/adapters/models/index.ts';
import { createVouch } from '../../src/app/index.ts';
import { settingsOf } from '../../src/app/settings.ts';
import type { ConversationView, DecideCard } from '../../src/contracts/index.ts';
import { fileOf, SITE } from '../e2e/support/site.ts';
import { ADDRESSES_ONLY, SHAPES, WIRE_SHAPES } from '../support/wire-shapes.ts';

/** The same tour over every wire format: the model behind it is the built-in one, what is between them is the format. */
const ANSWERS: readonly Omit<DecideCard, 'cardDigest'>[] = [
  { answer: 'approve' },
  { answer: 'deny', reason: 'variant' },
  { answer: 'approve' },
  { answer: 'deny', reason: 'skip' },
  { answer: 'deny', reason: 'keep' },
];

async function openVouch(env: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-wire-'));
  for (const [path, text] of Object.entries(SITE)) {
    const file = join(folder, 'site', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const settings = settingsOf(
    null,
    {
      VOUCH_DATA_DIR: join(folder, 'data'),
      VOUCH_CONTENT_ROOT: join(folder, 'site'),
      VOUCH_LOG_LEVEL: 'silent',
      ...env,
    },
    folder,
  );
  const vouch = await createVouch(settings);
  onTestFinished(async () => {
    await vouch.close();
    await rm(folder, { recursive: true, force: true });
  });
  const userId = await vouch.people.createUser({
    name: 'Ada',
    email: 'ada@example.org',
    password: 'correct horse battery',
    isAdministrator: true,
  });
  const actor = await vouch.directory.user(userId);
  if (actor?.kind !== 'user') throw new Error('no administrator');
  const process = (await vouch.skills.list(actor)).find(({ identifier }) => identifier === 'seo');
  const skillUid = process?.uid ?? 0;
  const { digest } = await vouch.skills.review(skillUid, actor);
  await vouch.skills.approve(skillUid, digest, actor);
  return { vouch, actor, skillUid };
}

type Opened = Awaited<ReturnType<typeof openVouch>>;

/** Answers each card in turn until the conversation rests without one. */
async function tour({ vouch, actor, skillUid }: Opened, path: string): Promise<ConversationView> {
  const page = (await vouch.host.findPage(path, actor)) ?? 0;
  const { uuid } = await vouch.chat.create(actor, { page, locale: 'en' });
  await vouch.chat.sendMessage(actor, uuid, { text: '', skillUid });
  const answers = [...ANSWERS];
  const answered = new Set<string>();
  const stop = new AbortController();
  for await (const event of vouch.stream.follow(actor, uuid, stop.signal)) {
    if (event.type !== 'changed' || event.conversation.status === 'processing') continue;
    const { card } = event.conversation;
    if (card === null) {
      stop.abort();
      return event.conversation;
    }
    if (answered.has(card.digest)) continue;
    answered.add(card.digest);
    const answer = answers.shift() ?? ({ answer: 'deny', reason: 'skip' } as const);
    await vouch.chat.decide(actor, uuid, { cardDigest: card.digest, ...answer });
  }
  throw new Error('the conversation was closed');
}

it.each(SHAPES.filter((shape) => !ADDRESSES_ONLY.includes(shape)))(
  'CHT-04, TRN-03 %s: a tour takes every answer, ends with its summary, and every transcript is valid',
  async (shape) => {
    const { create, faults } = WIRE_SHAPES[shape];
    const wire = await create({ model: createChecklistModel(), apiKey: 'the-key-of-this-test' });
    onTestFinished(() => wire.close());
    const opened = await openVouch({
      VOUCH_MODEL_PROVIDER: shape,
      VOUCH_MODEL: shape === 'openai-responses' ? 'gpt-5.1' : 'some-model',
      VOUCH_MODEL_BASE_URL: wire.url,
      VOUCH_MODEL_API_KEY: 'the-key-of-this-test',
    });
    const done = await tour(opened, fileOf('Alder'));
    expect(done).toMatchObject({ status: 'idle', process: null, progress: { completed: true } });
    const kinds = done.entries.flatMap(({ body }) =>
      body.kind === 'outcome' ? [body.outcome.kind] : [],
    );
    expect(kinds).toEqual(['applied', 'variant', 'applied', 'skipped', 'kept']);
    expect(wire.requests.length).toBeGreaterThan(5);
    for (const { body } of wire.requests) expect(faults(body)).toEqual([]);
  },
);
