import { Fragment } from 'react';

/**
 * A sentence of our own dictionaries with `**emphasis**` and `` `text as stored` `` in it.
 * Only for our own words: values that come from a page or a model go through `Markdown` or plain text.
 */
export function Rich({ text }: { text: string }) {
  return text.split(/(\*\*.+?\*\*|`.+?`)/).map((part, index) => {
    if (part.startsWith('**')) return <b key={index}>{part.slice(2, -2)}</b>;
    if (part.startsWith('`')) {
      return (
        <span key={index} className="v-mono">
          {part.slice(1, -1)}
        </span>
      );
    }
    return <Fragment key={index}>{part}</Fragment>;
  });
}
