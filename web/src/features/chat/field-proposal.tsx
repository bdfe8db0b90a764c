import { useState } from 'react';
import type { FieldChange } from '../../../../src/contracts/index.ts';
import { Segments, WordDiff } from '../../components/index.ts';
import { Markdown } from '../../components/markdown.tsx';
import { withVisibleChanges } from '../../lib/hidden-characters.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { cardWords } from './card-words.ts';
import { hasMarkup } from './model/card-view.ts';
import { fieldName } from './model/outcome-line.ts';

interface FieldProposalProps {
  readonly field: FieldChange;
  readonly lang: string | undefined;
  /** Whether the field is named here, because the card's heading does not name it. */
  readonly isNamed: boolean;
  /** The card is about a record that comes, goes or moves, so nothing of it is merely empty. Default: no. */
  readonly isWhole?: boolean;
}

type View = 'source' | 'rendered';

/** One field as it is and as it would be; text with markup also as it will read. */
export function FieldProposal({ field, lang, isNamed, isWhole = false }: FieldProposalProps) {
  const t = useText(cardWords);
  const { locale } = useLocale();
  const [view, setView] = useState<View>('source');
  const { before, after } = withVisibleChanges(field.before, field.after);
  const isMarkup = after !== null && hasMarkup(after);
  return (
    <div className="v-proposal__part">
      {(isNamed || isMarkup) && (
        <div className="v-proposal__bar">
          <span className="v-proposal__name">{isNamed && fieldName(field, locale)}</span>
          {isMarkup && (
            <Segments<View>
              label={t.view}
              value={view}
              onChange={setView}
              segments={[
                { id: 'source', label: t.source },
                { id: 'rendered', label: t.rendered },
              ]}
            />
          )}
        </div>
      )}
      <div className="v-proposal__text">
        {view === 'rendered' && after !== null ? (
          <Markdown source={after} headingLevel={4} lang={lang} />
        ) : before === after ? (
          <span className="v-subtle">{t.unchanged}</span>
        ) : (
          <>
            <WordDiff before={before} after={after} lang={lang} />
            {(before === null || before === '') && (
              <span className="v-caption">{isWhole ? t.isNew : t.wasMissing}</span>
            )}
            {(after === null || after === '') && (
              <span className="v-caption">{isWhole ? t.willBeGone : t.willBeEmpty}</span>
            )}
          </>
        )}
      </div>
    </div>
  );
}
