import { useId, useState } from 'react';
import type { FieldChange } from '../../../../src/contracts/index.ts';
import { Chip, WordDiff } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { cardWords } from './card-words.ts';

interface EarlierVariantsProps {
  readonly variants: readonly (readonly FieldChange[])[];
  readonly lang: string | undefined;
}

/** What was proposed before and declined. It opens inside the card, so that it covers nothing of what waits. */
export function EarlierVariants({ variants, lang }: EarlierVariantsProps) {
  const t = useText(cardWords);
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  return (
    <div className="v-proposal__more">
      <Chip
        icon="history"
        aria-expanded={isOpen}
        aria-controls={listId}
        onPress={() => {
          setOpen(!isOpen);
        }}
      >
        {t.earlier(variants.length)}
      </Chip>
      {isOpen && (
        <ol className="v-earlier" id={listId} aria-label={t.earlierTitle}>
          {variants.map((fields, index) => (
            <li key={index}>
              <p className="v-caption">{t.variantNo(index + 1)}</p>
              {fields.map((field) => (
                <WordDiff
                  key={`${String(field.uid)}-${field.field}`}
                  before={field.before}
                  after={field.after}
                  lang={lang}
                />
              ))}
            </li>
          ))}
          <li className="v-caption">{t.earlierNote}</li>
        </ol>
      )}
    </div>
  );
}
