import type { BrowserContext, Page } from 'playwright-core';

/** What a browser is watched for: scripts that were not ours, and what its policies had to stop. */
export interface ScriptWatch {
  /** What happened since the last look, in words. */
  seen(): readonly string[];
  /** Numbers of the payloads that ran, ever. */
  readonly ran: ReadonlySet<number>;
  /** What a screen and its frames hold that would run a script: handlers, addresses that are scripts, scripts inline. */
  leftovers(page: Page): Promise<readonly string[]>;
}

/** In every document before anything else of it: the call of the payloads, and a listener for reports of the policy. */
const LISTEN = `
  const tell = (told) => globalThis.tellWatch?.(told);
  globalThis.pwned = (number) => tell('ran: ' + number);
  addEventListener('securitypolicyviolation', (event) =>
    tell('stopped: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample + ' in ' + location.pathname), true);
`;

const LEFTOVERS = `(() => {
  const found = [];
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) found.push(element.localName + ' ' + name);
      if (/^\\s*(?:javascript|vbscript|data:text)/i.test(value) && /^(?:href|src|action|formaction|data|xlink:href)$/i.test(name))
        found.push(element.localName + ' ' + name + '=' + value);
    }
    if (element.localName === 'script' && element.textContent.trim() !== '') found.push('a script inline');
    if (element.hasAttribute('srcdoc')) found.push('a document inline');
  }
  return found;
})()`;

export async function watchScripts(context: BrowserContext, origin: string): Promise<ScriptWatch> {
  let told: string[] = [];
  const ran = new Set<number>();
  const tell = (what: string): void => {
    told.push(what);
    const number = /^ran: (\d+)$/.exec(what)?.[1];
    if (number !== undefined) ran.add(Number(number));
  };
  await context.exposeFunction('tellWatch', tell);
  await context.addInitScript(LISTEN);
  context.on('dialog', (dialog) => {
    tell(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const url = request.url();
    const isOurs = url.startsWith(`${origin}/`) || /^(?:data|blob|about):/u.test(url);
    if (!isOurs) tell(`asked ${url}`);
  });
  return {
    ran,
    seen: () => {
      const seen = told;
      told = [];
      return seen;
    },
    leftovers: async (page) => {
      const found = await Promise.all(
        page.frames().map((frame) => frame.evaluate<readonly string[]>(LEFTOVERS)),
      );
      return found.flat();
    },
  };
}
