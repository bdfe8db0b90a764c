import app from '../design/app.css?inline';
import components from '../design/components.css?inline';
import tokens from '../design/tokens.css?inline';
import chat from '../features/chat/chat.css?inline';
import embed from './embed.css?inline';

/** A page may give its root another size of letter; ours are not to follow it. */
const ROOT_PX = 16;

/** Every style of the element, for its shadow root. An adopted sheet needs no permission of the page's policy. */
export function embedSheet(): CSSStyleSheet {
  const text = [embed, tokens, components, app, chat].join('\n');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    text.replace(/(\d*\.?\d+)rem\b/g, (_, size: string) => `${String(Number(size) * ROOT_PX)}px`),
  );
  return sheet;
}
