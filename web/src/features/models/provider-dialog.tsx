import {
  TrustZone,
  type AddProvider,
  type ModelsOverview,
  type ProviderKind,
  type ProviderView,
} from '../../../../src/contracts/index.ts';
import {
  Checkbox,
  FormDialog,
  NameFields,
  RadioField,
  SecretFields,
  Select,
  TextField,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { asBox, useForm } from '../../lib/use-form.ts';
import { isModelIdentifier, modelIdentifierOf, typedCount, typedNumber } from './model-form.ts';
import { modelApi, useModelChange } from './model-queries.ts';
import { modelWords } from './words.ts';

interface ProviderDialogProps {
  /** `null`: a new one is added. */
  readonly provider: ProviderView | null;
  readonly kinds: ModelsOverview['kinds'];
  readonly onClose: () => void;
}

interface Form {
  readonly name: string;
  readonly identifier: string;
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly dropKey: boolean;
  readonly keyVariable: string;
  readonly trustZone: TrustZone | null;
  readonly retries: string;
  readonly silence: string;
  readonly isActive: boolean;
}

/** Enters a provider or changes one. How far it is trusted has no default: somebody has to choose. */
export function ProviderDialog({ provider, kinds, onClose }: ProviderDialogProps) {
  const t = useText(modelWords);
  const addressOf = (wanted: ProviderKind) =>
    kinds.find(({ kind }) => kind === wanted)?.address ?? null;
  const save = useModelChange((filled: Form) => send(filled, provider), onClose);
  const { form, change, field, submit } = useForm<Form>({
    initial: () => formOf(provider),
    wrongFields: (filled) => wrongFields(filled, addressOf(filled.kind)),
    onSubmit: save.mutate,
  });
  const address = addressOf(form.kind);
  return (
    <FormDialog
      title={provider === null ? t.addProvider : t.editOf(provider.name)}
      isNew={provider === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={submit}
    >
      {provider === null && (
        <Select
          {...field('kind')}
          label={t.kind}
          showLabel
          options={kinds.map(({ kind }) => ({ id: kind, label: t.kinds[kind] }))}
        />
      )}
      <NameFields
        isNew={provider === null}
        identifierOf={modelIdentifierOf}
        words={t}
        {...{ field, change }}
      />
      <TextField
        {...field('baseUrl', t.addressWrong)}
        label={t.address}
        help={address === null ? t.addressNeeded : t.addressHelp(address)}
        mono
      />
      <SecretFields
        secret={field('apiKey')}
        drop={field('dropKey')}
        isStored={provider?.key === 'stored'}
        words={{ label: t.key, help: t.keyHelp, kept: t.keyKept, drop: t.keyDrop }}
      />
      <TextField
        {...field('keyVariable', t.keyVariableWrong)}
        label={t.keyVariable}
        help={t.keyVariableHelp}
        mono
      />
      <RadioField
        {...field('trustZone', t.zoneChoose)}
        label={t.zone}
        help={t.zoneHelp}
        options={TrustZone.options.map((id) => ({ id, label: t.zones[id] }))}
      />
      <TextField
        {...field('retries', t.numberWrong)}
        label={t.retries}
        help={t.retriesHelp}
        inputMode="numeric"
      />
      <TextField
        {...field('silence', t.numberWrong)}
        label={t.silence}
        help={t.silenceHelp}
        inputMode="numeric"
      />
      <Checkbox {...asBox(field('isActive'))}>{t.active}</Checkbox>
    </FormDialog>
  );
}

function formOf(provider: ProviderView | null): Form {
  return {
    name: provider?.name ?? '',
    identifier: provider?.identifier ?? '',
    kind: provider?.kind ?? 'openai',
    baseUrl: provider?.baseUrl ?? '',
    apiKey: '',
    dropKey: false,
    keyVariable: provider?.keyVariable ?? '',
    trustZone: provider?.trustZone ?? null,
    retries: String(provider?.retries ?? 2),
    silence: String(provider?.silenceSeconds ?? 120),
    isActive: provider?.isActive ?? true,
  };
}

function wrongFields(form: Form, makersAddress: string | null): readonly (keyof Form)[] {
  const retries = typedNumber(form.retries);
  const checks: readonly (readonly [keyof Form, boolean])[] = [
    ['name', form.name.trim() !== ''],
    ['identifier', isModelIdentifier(form.identifier)],
    [
      'baseUrl',
      form.baseUrl.trim() === ''
        ? makersAddress !== null
        : /^https?:\/\/\S+$/u.test(form.baseUrl.trim()),
    ],
    [
      'keyVariable',
      form.keyVariable.trim() === '' || /^VOUCH_KEY_[A-Z0-9_]+$/u.test(form.keyVariable.trim()),
    ],
    ['trustZone', form.trustZone !== null],
    ['retries', typeof retries === 'number' && Number.isInteger(retries) && retries <= 10],
    ['silence', typeof typedCount(form.silence) === 'number'],
  ];
  return checks.filter(([, isRight]) => !isRight).map(([field]) => field);
}

function send(form: Form, provider: ProviderView | null): Promise<unknown> {
  const key = form.dropKey
    ? { apiKey: null }
    : form.apiKey.trim() === ''
      ? {}
      : { apiKey: form.apiKey.trim() };
  const fields: Omit<AddProvider, 'identifier' | 'kind'> = {
    name: form.name.trim(),
    baseUrl: form.baseUrl.trim() === '' ? null : form.baseUrl.trim(),
    keyVariable: form.keyVariable.trim() === '' ? null : form.keyVariable.trim(),
    trustZone: form.trustZone ?? 'externalGlobal',
    retries: typedNumber(form.retries) ?? 2,
    silenceSeconds: typedCount(form.silence) ?? 120,
    isActive: form.isActive,
    ...key,
  };
  return provider === null
    ? modelApi.addProvider({
        ...fields,
        identifier: form.identifier.trim(),
        kind: form.kind,
      })
    : modelApi.changeProvider(provider.uid, fields);
}
