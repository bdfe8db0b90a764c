import { useState } from 'react';
import {
  TrustZone,
  type AddProvider,
  type ModelsOverview,
  type ProviderKind,
  type ProviderView,
} from '../../../../src/contracts/index.ts';
import { Checkbox, PasswordField, RadioList, Select, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { FormDialog } from './form-dialog.tsx';
import { identifierOf, typedCount, typedNumber } from './model-form.ts';
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
  const [form, setForm] = useState<Form>(() => formOf(provider));
  const [isTried, setTried] = useState(false);
  const change = (changes: Partial<Form>) => {
    setForm((before) => ({ ...before, ...changes }));
  };
  const facts = kinds.find(({ kind }) => kind === form.kind);
  const wrong = wrongFields(form, facts?.address ?? null);
  const isWrong = (field: string) => isTried && wrong.includes(field);
  const save = useModelChange((filled: Form) => send(filled, provider), onClose);
  return (
    <FormDialog
      title={provider === null ? t.addProvider : t.editOf(provider.name)}
      isNew={provider === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (wrong.length === 0) save.mutate(form);
      }}
    >
      {provider === null && (
        <Select
          label={t.kind}
          showLabel
          value={form.kind}
          options={kinds.map(({ kind }) => ({ id: kind, label: t.kinds[kind] }))}
          onChange={(kind) => {
            change({ kind });
          }}
        />
      )}
      <TextField
        label={t.name}
        isRequired
        value={form.name}
        onChange={(name) => {
          change({ name, ...(provider === null ? { identifier: identifierOf(name) } : {}) });
        }}
        {...(isWrong('name') ? { isInvalid: true } : {})}
      />
      {provider === null && (
        <TextField
          label={t.identifier}
          help={t.identifierHelp}
          isRequired
          mono
          value={form.identifier}
          onChange={(identifier) => {
            change({ identifier });
          }}
          error={isWrong('identifier') ? t.identifierWrong : undefined}
        />
      )}
      <TextField
        label={t.address}
        help={
          facts?.address === null || facts === undefined
            ? t.addressNeeded
            : t.addressHelp(facts.address)
        }
        mono
        value={form.baseUrl}
        onChange={(baseUrl) => {
          change({ baseUrl });
        }}
        error={isWrong('baseUrl') ? t.addressWrong : undefined}
      />
      <PasswordField
        label={t.key}
        help={provider?.key === 'stored' ? t.keyKept : t.keyHelp}
        autoComplete="off"
        value={form.apiKey}
        isDisabled={form.dropKey}
        onChange={(apiKey) => {
          change({ apiKey });
        }}
      />
      {provider?.key === 'stored' && (
        <Checkbox
          checked={form.dropKey}
          onChange={(dropKey) => {
            change({ dropKey });
          }}
        >
          {t.keyDrop}
        </Checkbox>
      )}
      <TextField
        label={t.keyVariable}
        help={t.keyVariableHelp}
        mono
        value={form.keyVariable}
        onChange={(keyVariable) => {
          change({ keyVariable });
        }}
        error={isWrong('keyVariable') ? t.keyVariableWrong : undefined}
      />
      <div className="v-field">
        <span className="v-field__label">{t.zone}</span>
        <RadioList
          label={t.zone}
          value={form.trustZone}
          options={TrustZone.options.map((id) => ({ id, label: t.zones[id] }))}
          onChange={(trustZone) => {
            change({ trustZone });
          }}
        />
        <span className="v-field__help">{t.zoneHelp}</span>
        {isWrong('trustZone') && (
          <span className="v-field__error" role="alert">
            {t.zoneChoose}
          </span>
        )}
      </div>
      <TextField
        label={t.retries}
        help={t.retriesHelp}
        inputMode="numeric"
        value={form.retries}
        onChange={(retries) => {
          change({ retries });
        }}
        error={isWrong('retries') ? t.numberWrong : undefined}
      />
      <TextField
        label={t.silence}
        help={t.silenceHelp}
        inputMode="numeric"
        value={form.silence}
        onChange={(silence) => {
          change({ silence });
        }}
        error={isWrong('silence') ? t.numberWrong : undefined}
      />
      <Checkbox
        checked={form.isActive}
        onChange={(isActive) => {
          change({ isActive });
        }}
      >
        {t.active}
      </Checkbox>
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

function wrongFields(form: Form, makersAddress: string | null): readonly string[] {
  const retries = typedNumber(form.retries);
  const checks: readonly (readonly [string, boolean])[] = [
    ['name', form.name.trim() !== ''],
    ['identifier', /^[a-z0-9][a-z0-9_-]{0,62}$/u.test(form.identifier.trim())],
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
