/**
 * Approvals from your own interface. An administrator writes and approves a process; an editor starts it; your interface
 * shows each card and hands back what the person said. It decides nothing itself: every answer names the card it was
 * given on, and one that comes late or twice is refused.
 */
import {
  createRuntime,
  isAppError,
  NO_CONTENT_RIGHTS,
  readResult,
  type DenialReason,
  type PendingCard,
  type Tool,
  type UserActor,
} from 'vouch';
import { ScriptedModel } from 'vouch/testing';

/** What your interface is: something that shows a card and waits for a person. */
type Ask = (card: PendingCard) => Promise<'apply' | DenialReason>;

const published: string[] = [];
const publish: Tool = {
  name: 'publish_notice',
  description: 'Publishes a notice on the board.',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  group: 'editing',
  effect: 'non_idempotent_write',
  enabledByDefault: true,
  requiresAdministrator: false,
  // What the person sees before anything happens.
  preview: async ({ text }) => ({
    lines: [`Notice: ${String(text)}`],
    fields: [],
    target: null,
    failed: false,
  }),
  execute: async ({ text }) => {
    published.push(String(text));
    const write = {
      target: null,
      completeness: 'complete',
      hookFailedAfterWrite: false,
      historyId: null,
    } as const;
    return { ...readResult('Published.'), write };
  },
};

const person = (userId: string, more: Partial<UserActor>): UserActor => ({
  kind: 'user',
  userId,
  name: userId,
  isAdministrator: false,
  groupIds: [],
  grants: [],
  rights: NO_CONTENT_RIGHTS,
  ...more,
});
const ada = person('ada', { isAdministrator: true });
const edith = person('edith', { grants: ['approve_own_changes'] });

const propose = (text: string) => ({ calls: [{ name: 'publish_notice', arguments: { text } }] });
const model = new ScriptedModel([
  propose('We are closed on Friday.'),
  propose('The library is closed on Friday.'),
  { text: 'One notice was published.' },
]);

const runtime = await createRuntime({ model, people: [ada, edith], tools: [publish] });
try {
  const { skills, configurationUid } = runtime;
  const source = await skills.createBackendSource(
    { title: 'Ours', trustLevel: 'first_party' },
    ada,
  );
  const { skill, digest } = await skills.create(
    {
      sourceUid: source.uid,
      name: 'Notices',
      description: 'Writes notices for the board.',
      body: 'Propose one notice at a time.',
      allowedTools: ['publish_notice'],
      process: true,
    },
    ada,
  );
  await skills.setEnabled(skill.uid, true, ada);
  await skills.setAttachment(skill.uid, { configurationUid, loadMode: 'on_demand' }, ada);
  // Only this exact text may steer runs; edited, it needs a new approval.
  await skills.approve(skill.uid, digest, ada);

  const answers: ('apply' | DenialReason)[] = ['variant', 'apply'];
  const ask: Ask = async (card) => {
    console.log(`card: ${card.calls[0]?.preview.lines.join() ?? ''}`);
    return answers.shift() ?? 'skip';
  };

  let result = await runtime.run({
    configurationUid,
    messages: [{ role: 'user', content: 'We close on Friday.' }],
    actor: edith,
    invocation: { skillUid: skill.uid },
  });
  let last: PendingCard | null = null;
  while (result.outcome === 'awaiting_approval') {
    const card = (await runtime.status(result.uuid, edith))?.card ?? null;
    if (card === null) break;
    const answer = await ask(card);
    console.log(`answer: ${answer}`);
    result = await runtime.approve(
      result.uuid,
      answer === 'apply'
        ? { approved: true, cardDigest: card.digest }
        : { approved: false, cardDigest: card.digest, reason: answer },
      { actor: edith },
    );
    last = card;
  }
  console.log(`${result.outcome}: ${result.text}`);
  console.log(`published: ${published.join()}`);

  // The same answer again, from a second window: refused, and nothing is published twice.
  const again = { approved: true, cardDigest: last?.digest ?? '' } as const;
  await runtime.approve(result.uuid, again, { actor: edith }).catch((error: unknown) => {
    console.log(`again: ${isAppError(error) ? error.code : String(error)}`);
  });
} finally {
  await runtime.close();
}
