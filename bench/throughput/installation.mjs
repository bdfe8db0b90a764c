import { openInstallation } from '../lib/vouch-build.mjs';

/** An installation whose model answers at once, always the same. */
export async function openWith(env, work) {
  const { createVouch, loadSettings } = await openInstallation();
  // What only the bench reads is no setting.
  const variables = { ...env };
  delete variables.VOUCH_BUILD;
  const settings = await loadSettings({ cwd: env.VOUCH_DATA_DIR, env: variables });
  const model = {
    name: 'script',
    builtIn: false,
    contextWindowTokens: 200_000,
    generate: async () => ({
      text: 'Done.',
      toolCalls: [],
      usage: { promptTokens: 0, completionTokens: 0 },
      finishReason: 'stop',
    }),
  };
  return createVouch(settings, { work, models: { modelFor: async () => model } });
}
