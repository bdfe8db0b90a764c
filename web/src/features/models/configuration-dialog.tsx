import type { ConfigurationView, ModelsOverview } from '../../../../src/contracts/index.ts';
import {
  Checkbox,
  ChoiceList,
  FormDialog,
  NameFields,
  Select,
  TextField,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { asBox, useForm } from '../../lib/use-form.ts';
import {
  configurationFields,
  configurationForm,
  modelChoices,
  wrongConfigurationFields,
  type ConfigurationForm,
} from './configuration-form.ts';
import { modelIdentifierOf } from './model-form.ts';
import { modelApi, useModelChange } from './model-queries.ts';
import { useModelNames } from './use-model-names.ts';
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
  const { form, change, field, submit } = useForm<ConfigurationForm>({
    initial: () => configurationForm(configuration),
    wrongFields: wrongConfigurationFields,
    onSubmit: save.mutate,
  });
  const number = (name: 'temperature' | 'output' | 'rounds') =>
    ({ ...field(name, t.numberWrong), inputMode: 'decimal' }) as const;
  const names = useModelNames(overview);
  return (
    <FormDialog
      title={configuration === null ? t.addConfiguration : t.editOf(configuration.name)}
      isNew={configuration === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <NameFields
        isNew={configuration === null}
        identifierOf={modelIdentifierOf}
        words={t}
        {...{ field, change }}
      />
      <Select
        {...field('model')}
        label={t.model}
        showLabel
        options={modelChoices(overview, form.model, names)}
      />
      <TextField
        {...field('systemPrompt')}
        label={t.systemPrompt}
        help={t.systemPromptHelp}
        rows={5}
      />
      <TextField {...number('temperature')} label={t.temperature} help={t.temperatureHelp} />
      <TextField {...number('output')} label={t.output} />
      <TextField {...number('rounds')} label={t.rounds} help={t.roundsHelp} />
      <ChoiceList
        {...field('toolGroups')}
        label={t.toolGroups}
        help={t.toolGroupsHelp}
        options={overview.toolGroups.map((id) => ({ id, name: id }))}
      />
      <ChoiceList
        {...field('groups')}
        label={t.groups}
        help={t.groupsHelp}
        none={t.noGroups}
        options={overview.groups}
      />
      <ChoiceList
        {...field('fallback')}
        label={t.fallback}
        help={t.fallbackHelp}
        none={t.fallbackNone}
        options={overview.configurations
          .filter(({ uid }) => uid !== configuration?.uid)
          .map(({ identifier, name }) => ({ id: identifier, name }))}
      />
      <Checkbox {...asBox(field('fourEyes'))} help={t.fourEyesHelp}>
        {t.fourEyes}
      </Checkbox>
      <Checkbox
        {...asBox(field('isDefault'))}
        // There is always one: another one is made the default instead.
        disabled={configuration?.isDefault ?? false}
      >
        {t.makeDefault}
      </Checkbox>
      <Checkbox {...asBox(field('isActive'))} disabled={form.isDefault}>
        {t.active}
      </Checkbox>
    </FormDialog>
  );
}
