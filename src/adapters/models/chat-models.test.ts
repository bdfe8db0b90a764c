import { expect, it } from 'vitest';
import { systemClock } from '../../base/index.ts';
import type { Configuration } from '../../models/index.ts';
import { createChatModels } from './chat-models.ts';

it('the built-in model needs no settings; another one needs a provider', async () => {
  const models = createChatModels({ provider: 'checklist' }, { fetch, clock: systemClock });
  expect((await models.modelFor({ model: 'checklist' } as Configuration)).builtIn).toBe(true);
  await expect(models.modelFor({ model: 'gpt-4o' } as Configuration)).rejects.toMatchObject({
    code: 'model_misconfigured',
  });
});
