import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SkillSourceView } from '../../../../src/contracts/index.ts';
import { Button, EmptyState, ErrorState, Loading } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import { SourceCard } from './source-card.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { sourceWords } from './source-words.ts';

/** Where skills come from: every source with its trust, its state, and its sync. */
export function SourcesScreen() {
  const t = useText(sourceWords);
  useTitle(t.title);
  const [open, setOpen] = useState<'new' | SkillSourceView | null>(null);
  const sources = useQuery({ ...queries.skillSources(), refetchOnMount: 'always' });
  const close = () => {
    setOpen(null);
  };
  const add = (
    <Button
      icon="plus"
      onPress={() => {
        setOpen('new');
      }}
    >
      {t.add}
    </Button>
  );
  return (
    <main className="v-main v-admin__full" id="content" tabIndex={-1}>
      <div className="v-section v-review__head">
        <div className="v-review__title">
          <h1 className="v-title">{t.title}</h1>
          <p className="v-muted v-source__lead">{t.lead}</p>
        </div>
        {sources.data !== undefined && sources.data.length > 0 && add}
      </div>
      <div className="v-section v-sources">
        {sources.isPending && <Loading lines={8} />}
        {sources.data === undefined && sources.error !== null && (
          <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />
        )}
        {sources.data?.length === 0 && (
          <EmptyState icon="globe" title={t.empty} action={add}>
            {t.emptyHint}
          </EmptyState>
        )}
        {sources.data !== undefined && sources.data.length > 0 && (
          <ul className="v-sources__list">
            {sources.data.map((source) => (
              <SourceCard
                key={source.uid}
                source={source}
                onEdit={() => {
                  setOpen(source);
                }}
              />
            ))}
          </ul>
        )}
      </div>
      {open !== null && (
        <SourceDialog
          types={['repo', 'single_file', 'marketplace', 'backend']}
          source={open === 'new' ? null : open}
          onClose={close}
          onDone={close}
        />
      )}
    </main>
  );
}
