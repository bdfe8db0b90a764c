import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ErasurePlan, PersonView } from '../../../../src/contracts/index.ts';
import {
  Button,
  ConfirmDialog,
  ErrorLine,
  Loaded,
  Table,
  TextField,
  useToast,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useMe } from '../../lib/queries.ts';
import { dataWords } from './data-words.ts';
import { accountApi, peopleApi, peopleQueries, usePeopleChange } from './people-queries.ts';
import { fileNameOf, saveJson } from './save-file.ts';

/** One's own data, to take along. */
export function OwnData() {
  const t = useText(dataWords);
  const toast = useToast();
  const { email } = useMe();
  const save = useMutation({
    mutationFn: accountApi.data,
    onSuccess: (data) => {
      saveJson(fileNameOf(email), data);
      toast(t.saved);
    },
  });
  return (
    <section className="v-card" aria-labelledby="own-data">
      <div className="v-card__head">
        <h2 className="v-h" id="own-data">
          {t.own}
        </h2>
      </div>
      <div className="v-card__body v-people">
        <p className="v-muted">{t.ownHint}</p>
        {save.error !== null && <ErrorLine error={save.error} />}
        <div>
          <Button
            isPending={save.isPending}
            onPress={() => {
              save.mutate();
            }}
          >
            {t.save}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Hands an administrator everything that is stored about somebody. */
export function ExportDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const t = useText(dataWords);
  const save = usePeopleChange(
    () => peopleApi.data(person.id),
    (data) => {
      saveJson(fileNameOf(person.email), data);
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={t.exportOf(person.name)}
      action={t.save}
      tone="plain"
      isPending={save.isPending}
      error={save.error}
      onConfirm={() => {
        save.mutate(undefined);
      }}
      onClose={onClose}
    >
      <p>{t.exportHint}</p>
    </ConfirmDialog>
  );
}

/** Shows what deleting somebody does, and does it once the address was typed. */
export function EraseDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const t = useText(dataWords);
  const toast = useToast();
  const [email, setEmail] = useState('');
  const [isTried, setTried] = useState(false);
  const plan = useQuery({ ...peopleQueries.erasure(person.id), refetchOnMount: 'always' });
  const isMeant = email.trim().toLowerCase() === person.email;
  const erase = usePeopleChange(
    () => peopleApi.erase(person.id, email),
    () => {
      toast(t.erased(person.name));
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={t.eraseOf(person.name)}
      action={t.erase}
      isPending={erase.isPending}
      error={erase.error}
      onConfirm={() => {
        setTried(true);
        if (isMeant) erase.mutate(undefined);
      }}
      onClose={onClose}
    >
      <div className="v-people">
        <p>{t.eraseHint}</p>
        <Loaded query={plan}>{(data) => <Plan plan={data} />}</Loaded>
        <TextField
          label={t.confirm}
          type="email"
          autoComplete="off"
          value={email}
          onChange={setEmail}
          error={isTried && !isMeant ? t.confirmWrong(person.email) : undefined}
        />
      </div>
    </ConfirmDialog>
  );
}

function Plan({ plan }: { plan: ErasurePlan }) {
  const t = useText(dataWords);
  return (
    <>
      <Table
        label={t.fate}
        rows={plan.lines}
        rowKey={({ kind, fate }) => `${kind}/${fate}`}
        columns={[
          { id: 'what', label: t.what, cell: ({ kind }) => t.kinds[kind] },
          { id: 'rows', label: t.rows, cell: ({ rows }) => String(rows) },
          { id: 'fate', label: t.fate, cell: ({ fate }) => t.fates[fate] },
        ]}
      />
      <p>{t.pseudonym(plan.pseudonym)}</p>
      {plan.openRuns > 0 && <p>{t.openRuns(plan.openRuns)}</p>}
    </>
  );
}
