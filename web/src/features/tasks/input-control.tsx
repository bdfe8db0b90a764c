import { useQuery } from '@tanstack/react-query';
import type { TaskInput } from '../../../../src/contracts/index.ts';
import { Select, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { allPages } from '../../lib/page-tree.ts';
import { queries } from '../../lib/queries.ts';
import { strings } from './strings.ts';

interface InputControlProps {
  readonly input: TaskInput;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** One field of a task. */
export function InputControl({ input, value, error, onChange }: InputControlProps) {
  const t = useText(strings);
  const label = input.required ? input.label : `${input.label} (${t.optional})`;
  switch (input.kind) {
    case 'line':
      return <TextField label={label} value={value} error={error} onChange={onChange} />;
    case 'text':
      return <TextField label={label} rows={6} value={value} error={error} onChange={onChange} />;
    case 'choice':
      return (
        <Choice
          {...{ label, value, error, onChange }}
          options={input.options.map((option) => ({ id: option, label: option }))}
        />
      );
    case 'page':
      return <PageChoice {...{ label, value, error, onChange }} />;
  }
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly options: readonly { id: string; label: string }[];
}

function Choice({ label, value, error, onChange, options }: ChoiceProps) {
  const t = useText(strings);
  return (
    <Select
      label={label}
      showLabel
      value={value}
      error={error}
      onChange={onChange}
      options={[{ id: '', label: t.choose }, ...options]}
    />
  );
}

function PageChoice(props: Omit<ChoiceProps, 'options'>) {
  const { data } = useQuery(queries.site());
  const options = allPages(data?.roots ?? []).map(({ uid, title }) => ({
    id: String(uid),
    label: title,
  }));
  return <Choice {...props} options={options} />;
}
