import {
  Scope,
  type RightsOptions,
  type ServiceAccountView,
} from '../../../../src/contracts/index.ts';
import { Checkbox, ChoiceList, FormDialog, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { asBox, useForm } from '../../lib/use-form.ts';
import { accountWords } from './account-words.ts';
import { peopleApi, usePeopleChange } from './people-queries.ts';
import { accountForm, sentAccount, withoutName, type AccountForm } from './person-form.ts';
import { RightsFields } from './rights-fields.tsx';

interface AccountDialogProps {
  /** `null`: a new one is added. */
  readonly account: ServiceAccountView | null;
  readonly options: RightsOptions | null;
  readonly onClose: () => void;
}

/** Enters a service account or changes one: its scopes, and what it may read and write. */
export function AccountDialog({ account, options, onClose }: AccountDialogProps) {
  const t = useText(accountWords);
  const save = usePeopleChange(
    (filled: AccountForm) =>
      account === null
        ? peopleApi.addAccount(sentAccount(filled))
        : peopleApi.changeAccount(account.id, {
            ...sentAccount(filled),
            isDisabled: filled.isDisabled,
          }),
    onClose,
  );
  const { form, change, field, submit } = useForm<AccountForm>({
    initial: () => accountForm(account),
    wrongFields: withoutName,
    onSubmit: save.mutate,
  });
  return (
    <FormDialog
      title={account === null ? t.add : t.editOf(account.name)}
      isNew={account === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField {...field('name', t.nameWrong)} label={t.name} />
      <ChoiceList
        label={t.scopes}
        options={Scope.options.map((id) => ({ id, name: `${id}: ${t.scope[id]}` }))}
        value={form.scopes}
        onChange={(chosen) => {
          change({ scopes: Scope.options.filter((scope) => chosen.includes(scope)) });
        }}
      />
      <RightsFields
        value={form.rights}
        onChange={(rights) => {
          change({ rights });
        }}
        options={options}
      />
      {account !== null && <Checkbox {...asBox(field('isDisabled'))}>{t.disabled}</Checkbox>}
    </FormDialog>
  );
}
