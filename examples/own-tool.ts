/**
 * A tool of your own. The model may look up opening hours; everything else about the run is Vouch's: the argument check,
 * the bounds of the result, the log.
 */
import { createRuntime, readResult, type Tool, type UserActor, NO_CONTENT_RIGHTS } from 'vouch';
import { ScriptedModel } from 'vouch/testing';

const HOURS: Readonly<Record<string, string>> = { monday: 'closed', tuesday: '10 to 18' };

const openingHours: Tool = {
  name: 'opening_hours',
  description: 'When the library is open on a day of the week.',
  parameters: {
    type: 'object',
    properties: { day: { type: 'string', enum: ['monday', 'tuesday'] } },
    required: ['day'],
    additionalProperties: false,
  },
  group: 'content',
  // A read runs by itself. A write would need a preview, and a person's approval before every call.
  effect: 'read_only',
  dataClass: 'publicContent',
  enabledByDefault: true,
  requiresAdministrator: false,
  execute: async ({ day }) => readResult(HOURS[String(day)] ?? 'unknown'),
};

const edith: UserActor = {
  kind: 'user',
  userId: 'edith',
  name: 'Edith',
  isAdministrator: false,
  groupIds: [],
  grants: [],
  rights: NO_CONTENT_RIGHTS,
};

// Stands in for a language model: a day that does not exist first, then one that does, then an answer.
const model = new ScriptedModel([
  { calls: [{ name: 'opening_hours', arguments: { day: 'sunday' } }] },
  { calls: [{ name: 'opening_hours', arguments: { day: 'tuesday' } }] },
  ({ messages }) => ({ text: `On Tuesday: ${messages.at(-1)?.content ?? ''}.` }),
]);

const runtime = await createRuntime({ model, people: [edith], tools: [openingHours] });
try {
  const result = await runtime.run({
    configurationUid: runtime.configurationUid,
    messages: [{ role: 'user', content: 'When are you open on Tuesday?' }],
    actor: edith,
  });
  for (const step of result.steps) {
    if (step.kind === 'tool') console.log(`${step.tool}: ${step.isError ? 'refused' : 'ok'}`);
  }
  console.log(result.text);
} finally {
  await runtime.close();
}
