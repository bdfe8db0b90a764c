import { Fragment } from 'react';
import { visibleParts } from '../../../src/contracts/index.ts';

/** Text as stored, with characters that cannot be seen written out. */
export function VisibleText({ text }: { text: string }) {
  return visibleParts(text).map((part, index) =>
    part.kind === 'text' ? (
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      <span key={index} className="v-hidden-character">
        {part.code}
      </span>
    ),
  );
}
