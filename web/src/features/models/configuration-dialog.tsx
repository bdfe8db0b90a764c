import { useState } from 'react';
import type { ConfigurationView, ModelsOverview } from '../../../../src/contracts/index.ts';
import { Checkbox, Select, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { ChoiceList } from './choice-list.tsx';
import { FormDialog } from './form-dialog.tsx';
import {
  configurationFields,
  configurationForm,
  modelChoices,
  wrongConfigurationFields,
  type ConfigurationForm,
} from './configuration-form.ts';
import { identifierOf } from './model-form.ts';
import { modelApi, useModelChange } from './model-queries.ts';
import { modelWords } from './words.ts';

interface ConfigurationDialogProps {
  /** `null`: a new one is added. */
  readonly configuration: ConfigurationView | null;
  readonly overview: ModelsOverview;
  readonly onClose: () => void;
}

/** Says which model a configuration uses, with which prompt, limits and tools, and who may use it. */
export function ConfigurationDialog({
  configuration,
  overview,
  onClose,
}: ConfigurationDialogProps) {
  const t = useText(modelWords);
  const [form, setForm] = useState<ConfigurationForm>(() => configurationForm(configuration));
  const [isTried, setTried] = useState(false);
  const wrong = wrongConfigurationFields(form);
  const isWrong = (field: string) => isTried && wrong.includes(field);
  const change = (changes: Partial<ConfigurationForm>) => {
    setForm((before) => ({ ...before, ...changes }));
  };
  const save = useModelChange(
    (filled: ConfigurationForm) =>
      configuration === null
        ? modelApi.addConfiguration({
            ...configurationFields(filled),
            identifier: filled.identifier.trim(),
          })
        : modelApi.changeConfiguration(configuration.uid, configurationFields(filled)),
    onClose,
  );
  const numberField = (
    field: 'temperature' | 'output' | 'rounds',
    label: string,
    help?: string,
  ) => (
    <TextField
      label={label}
      inputMode="decimal"
      value={form[field]}
      onChange={(value) => {
        change({ [field]: value });
      }}
      {...(help === undefined ? {} : { help })}
      error={isWrong(field) ? t.numberWrong : undefined}
    />
  );
  const names = { checklist: t.builtIn, default: t.fromSettings };
  return (
    <FormDialog
      title={configuration === null ? t.addConfiguration : t.editOf(configuration.name)}
      isNew={configuration === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (wrong.length === 0) save.mutate(form);
      }}
    >
      <TextField
        label={t.name}
        isRequired
        value={form.name}
        onChange={(name) => {
          change({ name, ...(configuration === null ? { identifier: identifierOf(name) } : {}) });
        }}
        {...(isWrong('name') ? { isInvalid: true } : {})}
      />
      {configuration === null && (
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
      <Select
        label={t.model}
        showLabel
        value={form.model}
        options={modelChoices(overview, form.model, names)}
        onChange={(model) => {
          change({ model });
        }}
      />
      <TextField
        label={t.systemPrompt}
        help={t.systemPromptHelp}
        rows={5}
        value={form.systemPrompt}
        onChange={(systemPrompt) => {
          change({ systemPrompt });
        }}
      />
      {numberField('temperature', t.temperature, t.temperatureHelp)}
      {numberField('output', t.output)}
      {numberField('rounds', t.rounds, t.roundsHelp)}
      <ChoiceList
        label={t.toolGroups}
        help={t.toolGroupsHelp}
        options={overview.toolGroups.map((id) => ({ id, name: id }))}
        chosen={form.toolGroups}
        onChange={(toolGroups) => {
          change({ toolGroups });
        }}
      />
      <ChoiceList
        label={t.groups}
        help={t.groupsHelp}
        none={t.noGroups}
        options={overview.groups}
        chosen={form.groups}
        onChange={(groups) => {
          change({ groups });
        }}
      />
      <ChoiceList
        label={t.fallback}
        help={t.fallbackHelp}
        none={t.fallbackNone}
        options={overview.configurations
          .filter(({ uid }) => uid !== configuration?.uid)
          .map(({ identifier, name }) => ({ id: identifier, name }))}
        chosen={form.fallback}
        onChange={(fallback) => {
          change({ fallback });
        }}
      />
      <Checkbox
        help={t.fourEyesHelp}
        checked={form.fourEyes}
        onChange={(fourEyes) => {
          change({ fourEyes });
        }}
      >
        {t.fourEyes}
      </Checkbox>
      <Checkbox
        checked={form.isDefault}
        // There is always one: another one is made the default instead.
        disabled={configuration?.isDefault ?? false}
        onChange={(isDefault) => {
          change({ isDefault });
        }}
      >
        {t.makeDefault}
      </Checkbox>
      <Checkbox
        checked={form.isActive}
        disabled={form.isDefault}
        onChange={(isActive) => {
          change({ isActive });
        }}
      >
        {t.active}
      </Checkbox>
    </FormDialog>
  );
}
