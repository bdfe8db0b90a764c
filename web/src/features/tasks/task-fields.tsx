import { useQuery } from '@tanstack/react-query';
import {
  TaskCategory,
  TaskFormat,
  TaskInput,
  type TaskInput as Input,
} from '../../../../src/contracts/index.ts';
import { Button, Checkbox, Select, TextField } from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { strings } from './strings.ts';
import { withField, type TaskForm } from './task-form.ts';
import './tasks.css';

interface TaskFieldsProps {
  readonly form: TaskForm;
  readonly isNew: boolean;
  /** The field the server objected to, and what it said. */
  readonly wrong: string;
  readonly message: string;
  readonly onChange: (changes: Partial<TaskForm>) => void;
}

/** Everything one writes of a task. */
export function TaskFields({ form, isNew, wrong, message, onChange }: TaskFieldsProps) {
  const t = useText(strings);
  const { data: options } = useQuery({
    queryKey: ['task-options'],
    queryFn: ({ signal }) => api.taskOptions(signal),
  });
  const errorOf = (field: string) => (wrong === field ? message : undefined);
  return (
    <>
      {isNew && (
        <TextField
          label={t.identifier}
          help={t.identifierHelp}
          value={form.identifier}
          error={errorOf('identifier')}
          onChange={(identifier) => {
            onChange({ identifier });
          }}
        />
      )}
      <TextField
        label={t.name}
        value={form.name}
        error={errorOf('name')}
        onChange={(name) => {
          onChange({ name });
        }}
      />
      <TextField
        label={t.description}
        rows={2}
        value={form.description}
        error={errorOf('description')}
        onChange={(description) => {
          onChange({ description });
        }}
      />
      <div className="v-filters">
        <Select
          label={t.category}
          showLabel
          value={form.category}
          onChange={(category) => {
            onChange({ category });
          }}
          options={TaskCategory.options.map((id) => ({ id, label: t.categories[id] }))}
        />
        <Select
          label={t.format}
          showLabel
          value={form.outputFormat}
          onChange={(outputFormat) => {
            onChange({ outputFormat });
          }}
          options={TaskFormat.options.map((id) => ({ id, label: t.formats[id] }))}
        />
        <Select
          label={t.configuration}
          showLabel
          value={String(form.configurationUid ?? '')}
          onChange={(uid) => {
            onChange({ configurationUid: uid === '' ? null : Number(uid) });
          }}
          options={[
            { id: '', label: t.defaultConfiguration },
            ...(options?.configurations ?? []).map(({ uid, name }) => ({
              id: String(uid),
              label: name,
            })),
          ]}
        />
      </div>
      <TextField
        label={t.prompt}
        help={t.promptHelp}
        rows={8}
        mono
        value={form.promptTemplate}
        error={errorOf('promptTemplate')}
        onChange={(promptTemplate) => {
          onChange({ promptTemplate });
        }}
      />
      {form.inputs.map((input, index) => (
        <InputFields
          // The position is what a field is known by while its name is typed.
          key={index}
          number={index + 1}
          input={input}
          onChange={(changed) => {
            onChange({
              inputs: form.inputs.map((each, at) =>
                at === index ? { ...each, ...changed } : each,
              ),
            });
          }}
          onRemove={() => {
            onChange({ inputs: form.inputs.filter((_each, at) => at !== index) });
          }}
        />
      ))}
      <div>
        <Button
          size="sm"
          onPress={() => {
            onChange({ inputs: withField(form.inputs) });
          }}
        >
          {t.addField}
        </Button>
      </div>
      <Checkbox
        checked={form.isActive}
        onChange={(isActive) => {
          onChange({ isActive });
        }}
      >
        {t.active}
      </Checkbox>
    </>
  );
}

interface InputFieldsProps {
  readonly number: number;
  readonly input: Input;
  readonly onChange: (changes: Partial<Input>) => void;
  readonly onRemove: () => void;
}

function InputFields({ number, input, onChange, onRemove }: InputFieldsProps) {
  const t = useText(strings);
  return (
    <fieldset className="v-card v-section v-form v-task__field">
      <legend className="v-strong">{t.field(number)}</legend>
      <TextField
        label={t.fieldLabel}
        value={input.label}
        onChange={(label) => {
          onChange({ label });
        }}
      />
      <TextField
        label={t.fieldName}
        mono
        value={input.name}
        onChange={(name) => {
          onChange({ name });
        }}
      />
      <Select
        label={t.fieldKind}
        showLabel
        value={input.kind}
        onChange={(kind) => {
          onChange({ kind });
        }}
        options={TaskInput.shape.kind.options.map((id) => ({ id, label: t.kinds[id] }))}
      />
      {input.kind === 'choice' && (
        <TextField
          label={t.fieldOptions}
          rows={3}
          value={input.options.join('\n')}
          onChange={(text) => {
            onChange({ options: text.split('\n') });
          }}
        />
      )}
      <Checkbox
        checked={input.required}
        onChange={(required) => {
          onChange({ required });
        }}
      >
        {t.fieldRequired}
      </Checkbox>
      <div>
        <Button size="sm" variant="quiet" onPress={onRemove}>
          {t.removeField}
        </Button>
      </div>
    </fieldset>
  );
}
