import type { FieldChange } from '../../../../src/contracts/index.ts';
import { Chip, WordDiff } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { cardWords } from './card-words.ts';

type Variants = readonly (readonly FieldChange[])[];

interface EarlierToggleProps {
  readonly variants: Variants;
  readonly listId: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Opens what was proposed before; nothing when this is the first proposal. */
export function EarlierToggle({ variants, listId, isOpen, onToggle }: EarlierToggleProps) {
  const t = useText(cardWords);
  if (variants.length === 0) return null;
  return (
    <Chip icon="history" aria-expanded={isOpen} aria-controls={listId} onPress={onToggle}>
      {t.earlier(variants.length)}
    </Chip>
  );
}

interface EarlierVariantsProps {
  readonly id: string;
  readonly variants: Variants;
  readonly lang: string | undefined;
}

/** What was proposed before and declined. It opens inside the card, so that it covers nothing of what waits. */
export function EarlierVariants({ id, variants, lang }: EarlierVariantsProps) {
  const t = useText(cardWords);
  return (
    <ol className="v-earlier" id={id} aria-label={t.earlierTitle}>
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
  );
}
