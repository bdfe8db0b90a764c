import type { GroupView, SignInProviderView } from '../../../../src/contracts/index.ts';
import { Checkbox, FormDialog, SecretFields, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { asBox, useForm } from '../../lib/use-form.ts';
import { peopleApi, usePeopleChange } from './people-queries.ts';
import {
  providerForm,
  sentProvider,
  wrongProviderFields,
  type ProviderForm,
} from './provider-form.ts';
import { providerWords } from './provider-words.ts';

interface ProviderDialogProps {
  /** `null`: a new one is added. */
  readonly provider: SignInProviderView | null;
  readonly groups: readonly GroupView[];
  readonly onClose: () => void;
  /** Before it closes. */
  readonly onSaved?: () => void;
}

/** Enters a provider people sign in with, or changes one. */
export function ProviderDialog({ provider, groups, onClose, onSaved }: ProviderDialogProps) {
  const t = useText(providerWords);
  const save = usePeopleChange(
    (filled: ProviderForm) => {
      const sent = sentProvider(filled, groups);
      return provider === null
        ? peopleApi.addProvider({ ...sent, id: filled.id })
        : peopleApi.changeProvider(provider.id, sent);
    },
    () => {
      onSaved?.();
      onClose();
    },
  );
  const { field, submit } = useForm<ProviderForm>({
    initial: () => providerForm(provider, groups),
    wrongFields: (filled) => wrongProviderFields(filled, groups),
    onSubmit: save.mutate,
  });
  const known = groups.map(({ name }) => name).join(', ');
  return (
    <FormDialog
      title={provider === null ? t.add : t.editOf(provider.name)}
      isNew={provider === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField {...field('name', t.nameWrong)} label={t.name} />
      {provider === null && (
        <TextField {...field('id', t.idWrong)} label={t.id} help={t.idHelp} mono />
      )}
      <TextField {...field('issuer', t.issuerWrong)} label={t.issuer} help={t.issuerHelp} mono />
      <TextField {...field('clientId', t.clientIdWrong)} label={t.clientId} mono />
      <SecretFields
        secret={field('secret')}
        drop={field('dropSecret')}
        isStored={provider?.secret === 'stored'}
        words={{ label: t.secret, help: t.secretHelp, kept: t.secretKept, drop: t.secretDrop }}
      />
      <TextField
        {...field('variable', t.variableWrong)}
        label={t.variable}
        help={t.variableHelp}
        mono
      />
      <TextField {...field('scopes')} label={t.scopes} help={t.scopesHelp} mono />
      <TextField
        {...field('domains', t.domainsWrong)}
        label={t.domains}
        help={t.domainsHelp}
        rows={2}
      />
      <Checkbox {...asBox(field('emailsAreChecked'))} help={t.checkedHelp}>
        {t.checked}
      </Checkbox>
      <Checkbox {...asBox(field('admitsUnknown'))} help={t.admitsHelp}>
        {t.admits}
      </Checkbox>
      <TextField {...field('claim', t.claimWrong)} label={t.claim} help={t.claimHelp} mono />
      <TextField
        {...field('groups', t.groupsWrong)}
        label={t.groups}
        help={t.groupsHelp(known)}
        rows={3}
      />
      <TextField {...field('administratorValue')} label={t.admin} help={t.adminHelp} mono />
      <Checkbox {...asBox(field('isActive'))}>{t.active}</Checkbox>
    </FormDialog>
  );
}
