import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { createChecklistModel } from '../../../src/adapters/models/checklist/checklist-model.ts';
import { createOpenAiWireServer, type WireServer } from '../../../src/testing/index.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

const PROGRAM = [fileURLToPath(new URL('steered-server.mjs', import.meta.url))];

/** Files of the data folder that the server looks for; what they may say stands in `steered-server.mjs`. */
export type Order = 'at-withdrawal' | 'go-on' | 'at-write' | 'at-result';

/** An installation in which a test says what happens in the server, and what the model answers. */
export interface SteeredWorld extends World {
  /** The model: what is added to it, else the checklist's answers. */
  readonly wire: WireServer;
  /** Says what happens the next time. */
  steer(order: Order, how?: string): Promise<void>;
}

export async function openSteeredWorld(
  browser: Browser,
  options: Pick<WorldOptions, 'files' | 'env'> = {},
): Promise<SteeredWorld> {
  const wire = await createOpenAiWireServer({ model: createChecklistModel() });
  const world = await openWorld(browser, {
    ...options,
    program: PROGRAM,
    env: {
      ...options.env,
      VOUCH_MODEL_PROVIDER: 'openai-compatible',
      VOUCH_MODEL: 'checklist',
      VOUCH_MODEL_BASE_URL: wire.url,
    },
  });
  const close = world.close.bind(world);
  return Object.assign(world, {
    wire,
    steer: (order: Order, how = '') => writeFile(join(world.server.dataDir, order), how),
    close: async () => {
      await close();
      await wire.close();
    },
  });
}
