import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChecklistModel } from '../../src/adapters/models/checklist/checklist-model.ts';
import {
  anthropicTranscriptFaults,
  createAnthropicWireServer,
  createOpenAiWireServer,
  openAiTranscriptFaults,
  type WireRequest,
  type WireServer,
} from '../../src/testing/index.ts';
import { launchBrowser } from './support/browser.ts';
import { answer, startTour } from './support/editor.ts';
import { openWorld, outcomes, waitingCard, type World } from './support/world.ts';

const KEY = 'the-key-of-this-test';

const PROVIDERS = [
  { provider: 'openai-compatible', create: createOpenAiWireServer, faults: openAiTranscriptFaults },
  { provider: 'openai', create: createOpenAiWireServer, faults: openAiTranscriptFaults },
  { provider: 'anthropic', create: createAnthropicWireServer, faults: anthropicTranscriptFaults },
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});

describe.each(PROVIDERS)('a tour with a model of $provider', ({ provider, create, faults }) => {
  let world: World;
  let wire: WireServer;
  /** Holds the stream after so many pieces of text; `null` lets everything through. */
  let hold: { readonly afterPieces: number; readonly until: Promise<void> } | null = null;
  let pieces = 0;

  beforeAll(async () => {
    wire = await create({
      model: createChecklistModel(),
      apiKey: KEY,
      beforeEvent: async (event) => {
        if (hold === null || !isText(event)) return;
        pieces += 1;
        if (pieces > hold.afterPieces) await hold.until;
      },
    });
    world = await openWorld(browser, {
      env: {
        VOUCH_MODEL_PROVIDER: provider,
        VOUCH_MODEL: 'some-model',
        VOUCH_MODEL_BASE_URL: wire.url,
        VOUCH_MODEL_API_KEY: KEY,
      },
    });
  });
  afterAll(async () => {
    await world.close();
    await wire.close();
  });

  it('CHT-04, CHT-09, TRN-03 streams into the browser, takes every answer, ends with the summary, and every transcript is valid', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Alder');
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    hold = { afterPieces: 3, until };
    await startTour(page, world.server, uid);
    const live = page.locator('.v-msg--live');
    await expect.poll(() => live.innerText(), { timeout: 15_000 }).toMatch(/^\S.{5,}/);
    const partial = await live.innerText();
    expect((await view.conversation(uid)).status).toBe('processing');
    hold = null;
    release();

    const first = await view.atRest(uid);
    await waitingCard(page).waitFor();
    expect(await live.count()).toBe(0);
    const said = first.entries.flatMap(({ body }) =>
      body.kind === 'assistant' ? [body.text] : [],
    );
    expect(said.some((text) => text.startsWith(partial) && text.length > partial.length)).toBe(
      true,
    );

    await answer(page, { view, uid }, 'Apply');
    await answer(page, { view, uid }, 'Another variant');
    await answer(page, { view, uid }, 'Apply');
    await answer(page, { view, uid }, 'Skip');
    const last = await answer(page, { view, uid }, 'Keep');
    await page.getByRole('heading', { name: 'The tour of this page is finished' }).waitFor();
    expect(last).toMatchObject({ card: null, process: null, progress: { completed: true } });
    expect(outcomes(last).map(({ kind }) => kind)).toEqual([
      'applied',
      'variant',
      'applied',
      'skipped',
      'kept',
    ]);
    expect(await view.history(uid)).toHaveLength(2);

    expect(wire.requests.length).toBeGreaterThan(5);
    for (const { body } of wire.requests) {
      expect(body['stream']).toBe(true);
      expect(faults(body)).toEqual([]);
    }
    const calls = callsOf(wire.requests.at(-1));
    expect(calls.made.length).toBeGreaterThan(5);
    expect([...calls.answered].sort()).toEqual([...calls.made].sort());
    expect(new Set(calls.made).size).toBe(calls.made.length);
  });
});

/** Whether a server-sent event carries a piece of the answer's text, in either format. */
function isText(event: string): boolean {
  return event.includes('"text_delta"') || /"delta":\{"content":"[^"]/.test(event);
}

/** The ids of all tool calls of a transcript, and of all results, in either format. */
function callsOf(request: WireRequest | undefined): { made: string[]; answered: string[] } {
  const ids: { made: string[]; answered: string[] } = { made: [], answered: [] };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      const one = value as Record<string, unknown>;
      if (one['type'] === 'tool_use' || one['type'] === 'function')
        ids.made.push(String(one['id']));
      if (one['type'] === 'tool_result') ids.answered.push(String(one['tool_use_id']));
      if (one['role'] === 'tool') ids.answered.push(String(one['tool_call_id']));
      Object.values(one).forEach(visit);
    }
  };
  visit(request?.body['messages']);
  return ids;
}
