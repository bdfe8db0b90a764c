import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import type { Range } from '../outcome.ts';

/** An attribute of a start tag. Offsets count in the piece of HTML that was read. */
export interface HtmlAttribute {
  /** With character references read. */
  readonly value: string;
  /** From the first letter of the name to the end of the value, closing quote included. */
  readonly whole: Range;
}

export interface HtmlStartTag {
  readonly type: 'start';
  /** In lower case. */
  readonly name: string;
  readonly range: Range;
  /** By name in lower case; of one that stands twice the first, as browsers do. */
  readonly attributes: ReadonlyMap<string, HtmlAttribute>;
  readonly selfClosing: boolean;
  /** Whether it is written as HTML wants it: no attribute twice, none glued to another, no braces of a template between. */
  readonly isClean: boolean;
}

/** A piece of HTML as a browser reads it, flat: what is in a comment or a script is no tag. */
export type HtmlToken =
  | HtmlStartTag
  | { readonly type: 'end'; readonly name: string; readonly range: Range }
  | { readonly type: 'text' | 'comment' | 'doctype'; readonly text: string };

/** Elements whose content is text, whatever it looks like. */
const TEXT_MODES: Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  textarea: TokenizerMode.RCDATA,
  title: TokenizerMode.RCDATA,
  plaintext: TokenizerMode.PLAINTEXT,
};

/** Faults of the text inside values that change nothing about where a tag and its attributes stand. */
const HARMLESS = /character-reference|character-in-input-stream/;

export function htmlTokens(html: string): readonly HtmlToken[] {
  const tokens: HtmlToken[] = [];
  const faults: number[] = [];
  const text = (token: Token.CharacterToken): void => {
    tokens.push({ type: 'text', text: token.chars });
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const tag = startTagOf(token, html);
        tokens.push({
          ...tag,
          isClean:
            tag.isClean && !faults.some((at) => at >= tag.range.start && at <= tag.range.end),
        });
        const mode = TEXT_MODES[token.tagName];
        if (mode !== undefined) tokenizer.state = mode;
      },
      onEndTag(token) {
        tokens.push({ type: 'end', name: token.tagName, range: rangeIn(token.location) });
      },
      onComment(token) {
        tokens.push({ type: 'comment', text: token.data });
      },
      onDoctype(token) {
        tokens.push({ type: 'doctype', text: token.name ?? '' });
      },
      onCharacter: text,
      onNullCharacter: text,
      onWhitespaceCharacter: text,
      onEof: () => undefined,
      onParseError(error) {
        if (!HARMLESS.test(error.code)) faults.push(error.startOffset);
      },
    },
  );
  tokenizer.write(html, true);
  return tokens;
}

/** Names as HTML, and the frameworks that extend it, write them; a template's braces are none. */
const NAME = /^[^\s{}%<>"'=/]+$/;

function startTagOf(token: Token.TagToken, html: string): HtmlStartTag {
  const attributes = new Map<string, HtmlAttribute>();
  for (const { name, value } of token.attrs) {
    const whole = rangeIn(token.location?.attrs?.[name] ?? null);
    attributes.set(name, { value, whole });
  }
  const range = rangeIn(token.location);
  const isClean =
    html.startsWith('<', range.start) &&
    html.startsWith('>', range.end - 1) &&
    [...attributes].every(
      ([name, { whole }]) =>
        NAME.test(name) &&
        html.slice(whole.start, whole.start + name.length).toLowerCase() === name,
    );
  return {
    type: 'start',
    name: token.tagName,
    range,
    attributes,
    selfClosing: token.selfClosing,
    isClean,
  };
}

function rangeIn(location: Token.Location | null): Range {
  return { start: location?.startOffset ?? -1, end: location?.endOffset ?? -1 };
}
