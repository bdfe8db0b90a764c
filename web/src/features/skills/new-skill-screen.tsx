import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SkillSourceView } from '../../../../src/contracts/index.ts';
import {
  AdministrationDetail,
  Button,
  EmptyState,
  Loaded,
  Select,
} from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { EMPTY_FORM } from './model/skill-form.ts';
import { SkillWriting } from './skill-writing.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { skillWords } from './words.ts';
import { writingWords } from './writing-words.ts';

/** Writing a skill into a source of one's own. */
export function NewSkillScreen() {
  const t = useText(writingWords);
  const words = useText(skillWords);
  const [isSourceOpen, setSourceOpen] = useState(false);
  const sources = useQuery(queries.skillSources());
  return (
    <AdministrationDetail
      title={t.newTitle}
      lead={t.lead}
      back={{ to: '/administration/skills', label: words.back }}
    >
      <Loaded query={sources}>
        {(all) => {
          const own = all.filter(({ type }) => type === 'backend');
          if (own.length > 0) return <NewForm sources={own} />;
          return (
            <EmptyState
              icon="skills"
              title={t.noSource}
              action={
                <Button
                  onPress={() => {
                    setSourceOpen(true);
                  }}
                >
                  {words.addSource}
                </Button>
              }
            >
              {t.noSourceHint}
            </EmptyState>
          );
        }}
      </Loaded>
      {isSourceOpen && (
        <SourceDialog
          types={['backend']}
          onClose={() => {
            setSourceOpen(false);
          }}
          onDone={() => {
            setSourceOpen(false);
          }}
        />
      )}
    </AdministrationDetail>
  );
}

function NewForm({ sources }: { sources: readonly SkillSourceView[] }) {
  const t = useText(writingWords);
  const words = useText(skillWords);
  const [chosen, setChosen] = useState<string | null>(null);
  // The newest source first: it is most likely the one that was just made for this.
  const sourceUid = Number(chosen ?? sources.at(-1)?.uid);
  return (
    <SkillWriting
      draftName="new-skill"
      stored={EMPTY_FORM}
      save={(skill) => api.createSkill({ ...skill, sourceUid })}
      submit={t.create}
      back="/administration/skills"
      above={
        <Select
          label={t.source}
          showLabel
          value={String(sourceUid)}
          onChange={setChosen}
          options={sources.map(({ uid, title, trustLevel }) => ({
            id: String(uid),
            label: `${title} · ${words.trustLevel[trustLevel]}`,
          }))}
        />
      }
    />
  );
}
