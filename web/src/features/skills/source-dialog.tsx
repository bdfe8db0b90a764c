import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrustLevel } from '../../../../src/contracts/index.ts';
import { Button, Dialog, ErrorLine, RadioList, TextField } from '../../components/index.ts';
import { api, type SkillSource } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { skillWords } from './words.ts';
import { writingWords } from './writing-words.ts';

const LEVELS: readonly TrustLevel[] = ['first_party', 'verified', 'community', 'untrusted'];

interface SourceDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (source: SkillSource) => void;
}

/** A source for skills written here. Its trust level has no default: somebody has to choose it (decisions §40). */
export function SourceDialog({ onClose, onCreated }: SourceDialogProps) {
  const t = useText(writingWords);
  const words = useText(skillWords);
  const client = useQueryClient();
  const [title, setTitle] = useState('');
  const [trustLevel, setTrustLevel] = useState<TrustLevel | null>(null);
  const [isTried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: (level: TrustLevel) =>
      api.createSkillSource({ title: title.trim(), trustLevel: level }),
    onSuccess: async (source) => {
      await client.invalidateQueries({ queryKey: ['skill-sources'] });
      onCreated(source);
    },
  });
  const submit = () => {
    setTried(true);
    if (title.trim() !== '' && trustLevel !== null) create.mutate(trustLevel);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={34}
      title={t.sourceTitle}
      description={t.sourceLead}
      actions={
        <>
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button variant="primary" isPending={create.isPending} onPress={submit}>
            {create.isPending ? t.saving : t.createSource}
          </Button>
        </>
      }
    >
      <div className="v-form">
        <TextField
          label={t.sourceName}
          value={title}
          onChange={setTitle}
          maxLength={255}
          autoFocus
          error={isTried && title.trim() === '' ? t.required : undefined}
        />
        <div className="v-field">
          <span className="v-field__label">{t.trust}</span>
          <RadioList
            label={t.trust}
            value={trustLevel}
            onChange={setTrustLevel}
            options={LEVELS.map((level) => ({
              id: level,
              label: words.trustLevel[level],
              extra: t.trustExtra[level],
            }))}
          />
          {isTried && trustLevel === null && (
            <span className="v-field__error" role="alert">
              {t.trustChoose}
            </span>
          )}
        </div>
        {create.error !== null && <ErrorLine error={create.error} />}
      </div>
    </Dialog>
  );
}
