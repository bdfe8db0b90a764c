import type { NewApiKey, ServiceAccountView } from '../../../../src/contracts/index.ts';
import { Button, Dialog, FormDialog, Note, TextField, useCopy } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useForm } from '../../lib/use-form.ts';
import { accountWords } from './account-words.ts';
import { peopleApi, usePeopleChange } from './people-queries.ts';

interface KeyForm {
  readonly name: string;
  readonly days: string;
}

/** Makes a key: what it is for, and for how long. */
export function AddKeyDialog(props: {
  account: ServiceAccountView;
  onClose: () => void;
  onMade: (made: NewApiKey) => void;
}) {
  const { account, onClose, onMade } = props;
  const t = useText(accountWords);
  const make = usePeopleChange(
    ({ name, days }: KeyForm) =>
      peopleApi.addKey(account.id, {
        name: name.trim(),
        days: days.trim() === '' ? null : Number(days),
      }),
    onMade,
  );
  const { field, submit } = useForm<KeyForm>({
    initial: () => ({ name: '', days: '365' }),
    wrongFields: wrongKeyFields,
    onSubmit: make.mutate,
  });
  return (
    <FormDialog
      title={t.newKeyOf(account.name)}
      isNew
      isPending={make.isPending}
      error={make.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField {...field('name', t.nameWrong)} label={t.keyName} />
      <TextField
        {...field('days', t.daysWrong)}
        label={t.days}
        help={t.daysHelp}
        inputMode="numeric"
      />
    </FormDialog>
  );
}

function wrongKeyFields({ name, days }: KeyForm): readonly (keyof KeyForm)[] {
  const count = days.trim();
  const daysFit =
    count === '' || (/^\d{1,4}$/.test(count) && Number(count) >= 1 && Number(count) <= 3_650);
  return [...(name.trim() === '' ? ['name' as const] : []), ...(daysFit ? [] : ['days' as const])];
}

/** A key as it is copied, this once. */
export function NewKeyDialog({ made, onClose }: { made: NewApiKey; onClose: () => void }) {
  const t = useText(accountWords);
  const copy = useCopy();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={40}
      title={t.keyTitle}
      actions={
        <>
          <Button icon="copy" onPress={() => void copy(made.key, t.copied)}>
            {t.copy}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <div className="v-people">
        <code className="v-mono v-people__secret">{made.key}</code>
        <p className="v-caption">{t.keyUse}</p>
        <Note tone="warn">{t.keyHint}</Note>
      </div>
    </Dialog>
  );
}
