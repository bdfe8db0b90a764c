import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ClearHighlightMessage, HighlightMessage, OpenPageMessage } from '../contracts/index.ts';
import { PAGE_HIGHLIGHT_SCRIPT } from './page-highlight.ts';

/** The little of a browser that the script and this test touch. */
interface Frame {
  readonly document: { querySelectorAll(selector: string): Iterable<Node>; body: Node };
  readonly MessageEvent: new (type: string, init: object) => object;
  eval(script: string): void;
  dispatchEvent(event: object): void;
  close(): void;
}
interface Node {
  readonly id: string;
  readonly className: string;
  readonly textContent: string;
  innerHTML: string;
}
type Dom = new (html: string, options: object) => { readonly window: Frame };
const { JSDOM } = createRequire(import.meta.url)('jsdom') as { JSDOM: Dom };

const ORIGIN = 'http://vouch.example';
const PAGE = `<main>
<h1 id="element-content-1">Title</h1>
<p id="element-content-2">A first <em>sentence
 of</em> words. A second one.</p>
</main><nav><a href="events.md"><b id="inside">Events</b></a> <a id="beyond" href="https://example.org/x">Beyond</a>
<a id="mail" href="mailto:ada@example.org">Mail</a> <a id="own" href="${ORIGIN}/api/auth/sign-out">Own</a>
<a id="below" href="#element-content-2">Below</a> <a id="note" href="#gone">Gone</a></nav><iframe></iframe>`;
const MARK = { type: 'vouch:highlight', version: 1, table: 'content', uid: 2 } as const;
const CLEAR = { type: 'vouch:clear-highlight', version: 1 } as const;

function openFrame(options: { framed?: boolean; reducedMotion?: boolean } = {}) {
  const { framed = true, reducedMotion = false } = options;
  const { window } = new JSDOM(PAGE, { url: `${ORIGIN}/preview/1`, runScripts: 'outside-only' });
  window.eval(`
    window.scrolls = [];
    window.matchMedia = () => ({ matches: ${String(reducedMotion)} });
    Element.prototype.scrollIntoView = function (options) { window.scrolls.push([this.className || this.id, options.behavior]); };
    window.told = [];
    window.opened = [];
    window.open = (...args) => { window.opened.push(args); };
    window.clicked = (id, type) => {
      const event = new MouseEvent(type, { bubbles: true, cancelable: true });
      document.getElementById(id).dispatchEvent(event);
      return event.defaultPrevented;
    };
    window.framing = document.querySelector('iframe').contentWindow;
    window.framing.postMessage = (...args) => { window.told.push(args); };
    ${framed ? `Object.defineProperty(window, 'parent', { value: window.framing });` : ''}
  `);
  window.eval(PAGE_HIGHLIGHT_SCRIPT);
  const state = window as unknown as {
    framing: object;
    scrolls: [string, string][];
    opened: string[][];
    told: unknown[][];
    clicked(id: string, type: string): boolean;
  };
  const all = (selector: string) => [...window.document.querySelectorAll(selector)];
  return {
    post: (data: unknown, from: { origin?: string; source?: object | null } = {}) => {
      const { origin = ORIGIN, source = state.framing } = from;
      window.dispatchEvent(new window.MessageEvent('message', { data, origin, source }));
    },
    marked: () => all('.vouch-marked, .vouch-quote').map(({ textContent }) => textContent),
    point: () => all('.vouch-point').map(({ textContent }) => textContent),
    rules: () => all('.vouch-rule').length,
    scrolls: state.scrolls,
    opened: state.opened,
    told: state.told,
    /** Whether the script kept the browser from following the link. */
    isKept: (id: string, type = 'click') => state.clicked(id, type),
    main: () => all('main')[0]?.innerHTML,
    window,
  };
}

it('FOC-02 a highlight marks its element, puts the number into the margin and scrolls there', () => {
  const frame = openFrame();
  frame.post({ ...MARK, point: 3 });
  expect(frame.marked()).toEqual(['A first sentence\n of words. A second one.']);
  expect(frame.point()).toEqual(['3']);
  expect(frame.scrolls).toEqual([['vouch-marked', 'smooth']]);
});

it('FOC-02 a quote is marked where it stands, across markup and line ends; a new mark takes the old one away', () => {
  const frame = openFrame();
  const before = frame.main();
  frame.post({ ...MARK, quote: 'sentence of words.' });
  expect(frame.marked().join('')).toBe('sentence\n of words.');
  frame.post({ ...MARK, uid: 1 });
  expect(frame.marked()).toEqual(['Title']);
  expect(frame.rules()).toBe(1);
  frame.post(CLEAR);
  expect(frame.marked()).toEqual([]);
  expect(frame.rules()).toBe(0);
  expect(frame.main()?.replaceAll(' class=""', '')).toBe(before);
});

it('FOC-02 a quote that is not there marks the whole element; an element that is not there marks nothing', () => {
  const frame = openFrame();
  frame.post({ ...MARK, quote: 'something else' });
  expect(frame.marked()).toHaveLength(1);
  frame.post({ ...MARK, uid: 99 });
  expect(frame.marked()).toEqual([]);
  expect(frame.rules()).toBe(0);
});

it.each(['inside', 'beyond', 'mail', 'own', 'below', 'note'])(
  'a click on a link never leads the preview away (%s)',
  (id) => {
    const frame = openFrame();
    expect(frame.isKept(id)).toBe(true);
    expect(frame.isKept(id, 'auxclick')).toBe(true);
    expect(frame.isKept('element-content-1')).toBe(false);
  },
);

it('a link to another site opens in a tab of its own that knows nothing of ours; one inside the page scrolls there', () => {
  const frame = openFrame();
  for (const id of ['inside', 'mail', 'own', 'note']) frame.isKept(id);
  expect([frame.opened, frame.scrolls]).toEqual([[], []]);
  frame.isKept('beyond');
  expect(frame.opened).toEqual([['https://example.org/x', '_blank', 'noopener,noreferrer']]);
  frame.isKept('below');
  expect(frame.scrolls.map(([place]) => place)).toEqual(['element-content-2']);
});

it('a link within the site is told to the window around it, as it is written, and to nobody when there is none', () => {
  const frame = openFrame();
  for (const id of ['beyond', 'mail', 'note', 'below']) frame.isKept(id);
  expect(frame.told).toEqual([]);
  frame.isKept('inside');
  expect(frame.told).toEqual([
    [{ type: 'vouch:open-page', version: 1, page: 1, href: 'events.md' }, ORIGIN],
  ]);
  expect(OpenPageMessage.safeParse(frame.told[0]?.[0]).success).toBe(true);
  const alone = openFrame({ framed: false });
  alone.isKept('inside');
  expect(alone.told).toEqual([]);
});

it('whoever asks for less motion is not scrolled smoothly', () => {
  const frame = openFrame({ reducedMotion: true });
  frame.post(MARK);
  expect(frame.scrolls.map(([, behavior]) => behavior)).toEqual(['auto']);
});

it('FOC-02 a message from elsewhere, or to a page nobody frames, is ignored', () => {
  const frame = openFrame();
  frame.post(MARK, { origin: 'https://evil.example' });
  frame.post(MARK, { origin: 'null' });
  frame.post(MARK, { source: null });
  frame.post(MARK, { source: frame.window });
  expect(frame.marked()).toEqual([]);
  const alone = openFrame({ framed: false });
  alone.post(MARK);
  alone.post(MARK, { source: alone.window });
  expect(alone.marked()).toEqual([]);
});

it.each<[string, unknown]>([
  ['null', null],
  ['text', 'vouch:highlight'],
  ['another type', { ...MARK, type: 'other' }],
  ['another version', { ...MARK, version: 2 }],
  ['no version', { ...MARK, version: undefined }],
  ['a selector for a table', { ...MARK, table: 'content"] , *' }],
  ['an upper-case table', { ...MARK, table: 'Content' }],
  ['a uid that is text', { ...MARK, uid: '2' }],
  ['a uid below zero', { ...MARK, uid: -2 }],
  ['a uid that is no integer', { ...MARK, uid: 2.5 }],
  ['a quote that is no text', { ...MARK, quote: ['first'] }],
  ['a quote that is too long', { ...MARK, quote: 'x'.repeat(2_001) }],
  ['a point that is no number', { ...MARK, point: '<b>1</b>' }],
  ['the point zero', { ...MARK, point: 0 }],
  ['a further field', { ...MARK, selector: '#x' }],
])('FOC-02 ignores %s', (_case, message) => {
  const frame = openFrame();
  frame.post(message);
  expect(frame.marked()).toEqual([]);
  expect(frame.rules()).toBe(0);
});

it('FOC-02 what the script accepts is what the contract accepts', () => {
  const frame = openFrame();
  const field = fc.oneof(fc.constantFrom('content', 'Bad', 2, -1, 1.5, null), fc.integer());
  const message = fc.record(
    {
      type: fc.constantFrom('vouch:highlight', 'other'),
      version: fc.constantFrom(1, 2, '1'),
      table: field,
      uid: fc.oneof(fc.constant(2), field),
      quote: fc.oneof(fc.string(), field),
      point: fc.oneof(fc.constant(1), field),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(message, (data) => {
      const sent = { ...MARK, ...data };
      frame.post(CLEAR);
      frame.post(sent);
      const there = sent.table === 'content' && (sent.uid === 1 || sent.uid === 2);
      const accepted = HighlightMessage.safeParse(sent).success && there;
      expect(frame.rules()).toBe(accepted ? 1 : 0);
    }),
  );
  expect(ClearHighlightMessage.safeParse(CLEAR).success).toBe(true);
});
