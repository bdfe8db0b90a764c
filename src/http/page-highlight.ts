/** How the mark looks, which alone is ours in a page. */
const MARK_STYLE = `.vouch-marked, .vouch-quote { background: #dde4fa; color: inherit; }
.vouch-marked { outline: 4px solid #dde4fa; scroll-margin: 4rem; }
.vouch-rule { position: absolute; width: 3px; background: #2a4494; pointer-events: none; }
.vouch-point {
  position: absolute;
  top: 0;
  right: 8px;
  color: #2a4494;
  font: 600 1rem/1.3 Georgia, 'Times New Roman', serif;
}
`;

/**
 * The script inside a previewed page (FOC-02). It takes one kind of message: a `HighlightMessage` or `ClearHighlightMessage` of
 * the window that frames it, from its own origin, or from the one its `data-parent-origin` names where a website's own
 * preview loads it; there it brings the mark's style along and leaves the links alone. An element is found by the id
 * `element-<table>-<uid>` or by `data-vouch-element="<table>-<uid>"`.
 * Every field is checked; anything else is ignored without a word. And in our own preview it
 * keeps links from leading the preview away: those to other sites are marked and open in a tab of their own; of those
 * within the site it tells the framing window with an `OpenPageMessage`.
 *
 * It is text because it is served as it stands, to a document that loads nothing else of ours.
 */
export const PAGE_HIGHLIGHT_SCRIPT = `'use strict';
(() => {
  const TYPES = { mark: 'vouch:highlight', clear: 'vouch:clear-highlight' };
  const named = document.currentScript?.dataset.parentOrigin;
  const isGuest = named !== undefined;
  const PARENT = isGuest ? named : window.location.origin;
  let marked = null;

  if (isGuest) {
    const style = new CSSStyleSheet();
    style.replaceSync(${JSON.stringify(MARK_STYLE)});
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  }

  window.addEventListener('message', (event) => {
    if (window.parent === window || event.source !== window.parent) return;
    if (event.origin !== PARENT) return;
    const message = event.data;
    if (typeof message !== 'object' || message === null || message.version !== 1) return;
    if (message.type === TYPES.clear && hasOnly(message, ['type', 'version'])) clear();
    if (message.type === TYPES.mark && isHighlight(message)) mark(message);
  });
  window.addEventListener('resize', place);
  window.addEventListener('load', place);
  // Pictures arrive one by one, and text above the mark may change: the rule goes along.
  document.addEventListener('load', place, true);
  if ('ResizeObserver' in window) new ResizeObserver(place).observe(document.body);
  if (isGuest) return;
  for (const type of ['click', 'auxclick']) document.addEventListener(type, keepHere);
  for (const link of document.querySelectorAll('main a[href]')) if (elsewhere(link) !== null) announce(link);

  /** A link never leads the preview away: what it means on the site is not an address of ours. */
  function keepHere(event) {
    const link = event.target instanceof Element ? event.target.closest('a[href], area[href]') : null;
    if (link === null) return;
    event.preventDefault();
    if (event.button > 1) return;
    const written = link.getAttribute('href').trim();
    if (written.startsWith('#')) {
      const below = document.getElementById(written.slice(1));
      if (below !== null) scrollTo(below, 'start');
      return;
    }
    const outside = elsewhere(link);
    if (outside !== null) window.open(outside, '_blank', 'noopener,noreferrer');
    else openPage(written);
  }

  /** The address of a link to another site, or null. */
  function elsewhere(link) {
    const address = URL.canParse(link.href) ? new URL(link.href) : null;
    if (address === null || address.origin === window.location.origin) return null;
    return ['http:', 'https:'].includes(address.protocol) ? address.href : null;
  }

  /** Says before the click that it opens a tab of its own. */
  function announce(link) {
    link.classList.add('vouch-elsewhere');
    const isGerman = document.documentElement.lang.slice(0, 2) === 'de';
    if (link.title === '') link.title = isGerman ? 'Öffnet in einem neuen Tab' : 'Opens in a new tab';
  }

  /** Which page an address within the site means is the server's to say: the window around us asks it. */
  function openPage(href) {
    const page = /^\\/preview\\/(\\d+)$/.exec(window.location.pathname);
    if (window.parent === window || page === null) return;
    if (href === '' || href.length > 2000 || /^[a-z][a-z0-9+.-]*:/i.test(href)) return;
    window.parent.postMessage(
      { type: 'vouch:open-page', version: 1, page: Number(page[1]), href },
      window.location.origin,
    );
  }

  function isHighlight(message) {
    return (
      hasOnly(message, ['type', 'version', 'table', 'uid', 'quote', 'point']) &&
      typeof message.table === 'string' &&
      /^[a-z_]{1,64}$/.test(message.table) &&
      Number.isSafeInteger(message.uid) &&
      message.uid >= 0 &&
      (message.quote === undefined ||
        (typeof message.quote === 'string' && message.quote.length <= 2000)) &&
      (message.point === undefined ||
        (Number.isSafeInteger(message.point) && message.point > 0))
    );
  }

  function hasOnly(message, names) {
    return Object.keys(message).every((name) => names.includes(name));
  }

  function mark(message) {
    clear();
    const name = message.table + '-' + message.uid;
    const element =
      document.getElementById('element-' + name) ??
      document.querySelector('[data-vouch-element="' + name + '"]');
    if (element === null) return;
    const pieces = message.quote === undefined ? [] : markQuote(element, message.quote);
    if (pieces.length === 0) element.classList.add('vouch-marked');
    const rule = document.createElement('div');
    rule.className = 'vouch-rule';
    rule.setAttribute('aria-hidden', 'true');
    if (message.point !== undefined) {
      const point = document.createElement('span');
      point.className = 'vouch-point';
      point.textContent = String(message.point);
      rule.append(point);
    }
    document.body.append(rule);
    marked = { element, pieces, rule };
    place();
    scrollTo(pieces[0] ?? element, 'center');
  }

  function scrollTo(element, block) {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollIntoView({ block, behavior: calm ? 'auto' : 'smooth' });
  }

  function clear() {
    if (marked === null) return;
    marked.element.classList.remove('vouch-marked');
    for (const piece of marked.pieces) {
      const parent = piece.parentNode;
      if (parent === null) continue;
      piece.replaceWith(...piece.childNodes);
      parent.normalize();
    }
    marked.rule.remove();
    marked = null;
  }

  /** Puts the rule into the margin beside what is marked. */
  function place() {
    if (marked === null) return;
    const boxes = (marked.pieces.length > 0 ? marked.pieces : [marked.element]).map((node) =>
      node.getBoundingClientRect(),
    );
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    const left = marked.element.getBoundingClientRect().left;
    marked.rule.style.top = top + window.scrollY + 'px';
    marked.rule.style.left = Math.max(0, left + window.scrollX - 14) + 'px';
    marked.rule.style.height = Math.max(0, bottom - top) + 'px';
  }

  /** Wraps the quote where it stands in the element's text, white space aside; an empty list when it is not there. */
  function markQuote(element, quote) {
    const wanted = quote.replace(/\\s+/g, ' ').trim();
    if (wanted === '') return [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let text = '';
    const places = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (let offset = 0; offset < node.data.length; offset += 1) {
        const isSpace = /\\s/.test(node.data[offset]);
        if (isSpace && (text === '' || text.endsWith(' '))) continue;
        text += isSpace ? ' ' : node.data[offset];
        places.push({ node, offset });
      }
    }
    const start = text.indexOf(wanted);
    if (start < 0) return [];
    const spans = [];
    for (const { node, offset } of places.slice(start, start + wanted.length)) {
      const last = spans[spans.length - 1];
      if (last !== undefined && last.node === node) last.end = offset + 1;
      else spans.push({ node, start: offset, end: offset + 1 });
    }
    return spans.map(({ node, start: from, end }) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, end);
      const piece = document.createElement('mark');
      piece.className = 'vouch-quote';
      range.surroundContents(piece);
      return piece;
    });
  }
})();
`;

/** How a previewed page looks: plain and light, as a page somebody reads; and the mark, which alone is ours. */
export const PREVIEW_STYLE = `:root { color-scheme: light; }
body {
  margin: 0;
  background: #fff;
  color: #1c1d22;
  font: 17px/1.6 Georgia, 'Times New Roman', serif;
}
main { max-width: 42rem; margin: 0 auto; padding: 2.5rem 3rem 6rem; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; font-family: system-ui, sans-serif; }
h1 { font-size: 1.9rem; }
h2 { font-size: 1.45rem; margin-top: 2.2rem; }
h3 { font-size: 1.2rem; margin-top: 1.8rem; }
a { color: #2a4494; }
img { max-width: 100%; height: auto; }
pre { overflow-x: auto; padding: 0.8rem 1rem; background: #f4f4f6; }
code { font: 0.88em/1.5 ui-monospace, Consolas, monospace; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid #d8d9df; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: 0.35rem 0.7rem; border: 1px solid #d8d9df; text-align: start; }
hr { border: 0; border-top: 1px solid #d8d9df; }
@media (max-width: 30rem) { main { padding-inline: 1.75rem 1rem; } }
.vouch-elsewhere::after { content: '\\2009\\2197' / ''; font-size: 0.85em; }
${MARK_STYLE}`;
