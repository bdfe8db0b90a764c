import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SkillSourceView } from '../../../../src/contracts/index.ts';
import { AdministrationArea, Button, EmptyState, Loaded } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { SourceCard } from './source-card.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { sourceWords } from './source-words.ts';

/** Where skills come from: every source with its trust, its state, and its sync. */
export function SourcesScreen() {
  const t = useText(sourceWords);
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
    <AdministrationArea
      title={t.title}
      lead={t.lead}
      acts={sources.data !== undefined && sources.data.length > 0 && add}
    >
      <div className="v-section v-sources">
        <Loaded query={sources} lines={8}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon="globe" title={t.empty} action={add}>
                {t.emptyHint}
              </EmptyState>
            ) : (
              <ul className="v-sources__list">
                {all.map((source) => (
                  <SourceCard
                    key={source.uid}
                    source={source}
                    onEdit={() => {
                      setOpen(source);
                    }}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      {open !== null && (
        <SourceDialog
          types={['repo', 'single_file', 'marketplace', 'backend']}
          source={open === 'new' ? null : open}
          onClose={close}
          onDone={close}
        />
      )}
    </AdministrationArea>
  );
}
