import type { ServiceActor } from '../../src/actors/index.ts';
import { createMeteredModels, type ChatModel, type ModelAnswer } from '../../src/models/index.ts';
import { EDITOR, type World } from './chat-world.ts';

/** Asks a metered model that costs 100 and 400 hundredths a million tokens, with a prompt of about 1,000 tokens. */
export async function asking(world: World, answer: ChatModel['generate']) {
  const model: ChatModel = {
    name: 'priced',
    builtIn: false,
    contextWindowTokens: 100_000,
    price: { inputCentsPerMillion: 100, outputCentsPerMillion: 400 },
    generate: answer,
  };
  const models = createMeteredModels({
    models: { modelFor: () => Promise.resolve(model) },
    usage: world.stores.usage,
    transactions: world.transactions,
    clock: world.clock,
    log: { error: () => undefined, warn: () => undefined },
  });
  const configuration = await world.stores.configurations.defaultConfiguration();
  if (configuration === null) throw new Error('no configuration');
  return async (actor: typeof EDITOR | ServiceActor = EDITOR, maxOutputTokens = 0) => {
    const asked = await models.modelFor(configuration, { actor, processSkillUid: null });
    return asked.generate({
      messages: [{ role: 'user', content: 'x'.repeat(3_500) }],
      tools: [],
      maxOutputTokens,
      onTextDelta: () => undefined,
    });
  };
}

export const answered = (promptTokens: number, completionTokens: number) =>
  ({
    text: 'OK',
    toolCalls: [],
    usage: { promptTokens, completionTokens },
    finishReason: 'stop',
  }) satisfies ModelAnswer;
