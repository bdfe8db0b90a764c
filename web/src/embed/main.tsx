import { enableShadowDOM } from 'react-stately/private/flags/flags';
import { createRoot, type Root } from 'react-dom/client';
import { Locale } from '../../../src/contracts/index.ts';
import { EmbedApp } from './embed-app.tsx';
import { embedSheet } from './sheet.ts';

/** Where this file came from is the server, unless the element says otherwise. */
const OWN_SERVER = new URL(import.meta.url).origin;

/**
 * `<vouch-chat server page locale preview>`: the conversation beside a page, in any web page. One of them in a page.
 * Its page hears `vouch:highlight`, `vouch:clear-highlight` and `vouch:page-changed` from it.
 */
class VouchChat extends HTMLElement {
  static readonly observedAttributes = ['server', 'page', 'locale', 'preview'];
  #root: Root | null = null;
  #overlays: HTMLElement | null = null;

  connectedCallback(): void {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [embedSheet()];
    const panel = document.createElement('div');
    panel.style.blockSize = '100%';
    this.#overlays = document.createElement('div');
    this.#overlays.className = 'v-embed';
    this.#overlays.style.blockSize = 'auto';
    shadow.replaceChildren(panel, this.#overlays);
    this.#root = createRoot(panel);
    this.#render();
  }

  disconnectedCallback(): void {
    this.#root?.unmount();
    this.#root = null;
  }

  attributeChangedCallback(): void {
    this.#render();
  }

  #render(): void {
    if (this.#root === null || this.#overlays === null) return;
    const server = serverOf(this.getAttribute('server'));
    const locale = Locale.safeParse(this.getAttribute('locale'));
    this.#root.render(
      <EmbedApp
        key={server}
        element={this}
        overlays={this.#overlays}
        server={server}
        page={pageOf(this.getAttribute('page'))}
        locale={locale.success ? locale.data : null}
        preview={this.getAttribute('preview') ?? ''}
      />,
    );
  }
}

function serverOf(written: string | null): string {
  return written !== null && URL.canParse(written) ? new URL(written).origin : OWN_SERVER;
}

function pageOf(written: string | null): number {
  return /^\d{1,15}$/.test(written ?? '') ? Number(written) : Number.NaN;
}

enableShadowDOM();
if (customElements.get('vouch-chat') === undefined) customElements.define('vouch-chat', VouchChat);
