import { expect, it } from 'vitest';
import type { RunEvent } from '../../../../src/contracts/index.ts';
import { eventText } from './event-words.ts';

function said(kind: RunEvent['kind'], payload: RunEvent['payload']) {
  const event: RunEvent = { runUuid: 'r', sequence: 1, kind, payload, atMs: 0 };
  return { en: eventText(event, 'en'), de: eventText(event, 'de') };
}

it('says in words what a model answered, wanted, and what it took', () => {
  const usage = { promptTokens: 3178, completionTokens: 12, textCharacters: 20 };
  expect(said('llm', { finishReason: 'stop', ...usage, tools: [] })).toEqual({
    en: 'The model answered with 20 characters: 3,178 tokens in, 12 out.',
    de: 'Das Modell antwortete mit 20 Zeichen: 3.178 Eingabe-Token, 12 Ausgabe-Token.',
  });
  expect(said('llm', { finishReason: 'tool_calls', ...usage, tools: ['update_page'] }).en).toBe(
    'The model called update_page: 3,178 tokens in, 12 out.',
  );
  expect(said('llm', { finishReason: 'length', ...usage, tools: [] }).en).toContain(
    'It was cut off at its longest length.',
  );
});

it('names what a run was put together from, and nothing that is empty', () => {
  const none = { pins: [], fenced: [], catalogue: [], snippets: [], allowList: null };
  expect(said('assembled', none).en).toBe('No skill and no snippet.');
  expect(
    said('assembled', {
      ...none,
      pins: [{ skillUid: 1, digest: 'a', name: 'House tone', process: false }],
      catalogue: [2, 3],
      snippets: [{ uid: 1, digest: 'b' }],
    }),
  ).toEqual({
    en: 'As instructions: House tone. 2 skills on demand. 1 snippet.',
    de: 'Als Anweisung: House tone. 2 Skills auf Abruf. 1 Textbaustein.',
  });
});

it('WRT-10 says how it stands, what was written, what is not known, and who answered', () => {
  expect(said('status', { status: 'queued', requeued: 2 }).en).toBe('Waits its turn again (2).');
  expect(said('status', { status: 'completed', termination: 'completed' }).de).toBe('Fertig.');
  expect(said('status', { status: 'failed', termination: 'budget_exhausted' }).en).toBe(
    'Stopped: budget used up.',
  );
  expect(said('tool', { tool: 'search_pages', isError: true, resultBytes: 12 }).en).toBe(
    'search_pages failed; the model was told so.',
  );
  expect(said('tool', { tool: 'update_page', isError: true, effectUnknown: true })).toEqual({
    en: 'update_page failed; whether it changed anything is not known – check the record.',
    de: 'update_page schlug fehl; ob sich etwas geändert hat, ist offen – bitte nachsehen.',
  });
  expect(said('write', { target: { table: 'pages', uid: 4 } }).de).toBe('Geschrieben: pages 4.');
  expect(said('approval', { approved: false, tools: ['update_page'] }).en).toBe(
    'Declined: update_page.',
  );
  expect(said('progress', { current: 2, total: 6, completed: false }).en).toBe('Point 2 of 6.');
});

it('says something of a log of another release', () => {
  expect(said('llm', {}).en).toBe('The model answered.');
  expect(said('status', { status: 'elsewhere' }).en).toBe('elsewhere.');
  expect(said('write', {}).en).toBe('Written.');
});
