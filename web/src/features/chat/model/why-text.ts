/** The longest reason shown inside a card, in characters; what is longer stays in the conversation above it. */
const LONGEST_REASON = 420;

/**
 * Splits what the assistant said just before its card into the message that stays above and the reason shown inside the
 * card: the last paragraph, when it is a short plain one.
 */
export function splitWhy(text: string): { message: string; why: string } {
  const paragraphs = text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const last = paragraphs.at(-1) ?? '';
  if (last === '' || last.length > LONGEST_REASON || BLOCK_START.test(last))
    return { message: text.trim(), why: '' };
  return { message: paragraphs.slice(0, -1).join('\n\n'), why: last };
}

/** A list, quotation, heading, table or code block is not a reason in a sentence. */
const BLOCK_START = /^\s{0,3}([-*+]\s|\d+[.)]\s|>|#{1,6}\s|\||```|~~~)/;
