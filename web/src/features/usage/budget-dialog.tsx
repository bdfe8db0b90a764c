import type { Budget, BudgetLimits, UsageOverview } from '../../../../src/contracts/index.ts';
import { FormDialog, Select, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useForm } from '../../lib/use-form.ts';
import { shownNumber, typedCount, typedNumber } from '../models/model-form.ts';
import { useSetBudget } from './usage-queries.ts';
import { usageWords } from './words.ts';

export const LIMITS = [
  'dailyRequests',
  'dailyTokens',
  'dailyCostCents',
  'monthlyRequests',
  'monthlyTokens',
  'monthlyCostCents',
] as const satisfies readonly (keyof BudgetLimits)[];

type Form = Readonly<Record<(typeof LIMITS)[number], string>> & { readonly whose: string };

interface BudgetDialogProps {
  /** `null`: a new one is set. */
  readonly budget: Budget | null;
  readonly overview: UsageOverview;
  readonly onClose: () => void;
}

/** Says how much a person, each person or a configuration may use. */
export function BudgetDialog({ budget, overview, onClose }: BudgetDialogProps) {
  const t = useText(usageWords);
  const set = useSetBudget(onClose);
  const { field, submit } = useForm<Form>({
    initial: () => formOf(budget),
    wrongFields,
    onSubmit: (filled) => {
      set.mutate({ ...whoseOf(filled.whose), limits: limitsOf(filled) });
    },
  });
  const options = [
    { id: 'everyone:', label: t.everyone },
    ...overview.choices.people.map(({ id, name }) => ({
      id: `person:${id}`,
      label: t.personNamed(name),
    })),
    ...overview.choices.configurations.map(({ id, name }) => ({
      id: `configuration:${id}`,
      label: t.configurationNamed(name),
    })),
  ];
  return (
    <FormDialog
      title={t.addBudget}
      isPending={set.isPending}
      error={set.error}
      onClose={onClose}
      onSubmit={submit}
    >
      {budget === null && (
        <Select {...field('whose')} label={t.budgetFor} showLabel options={options} />
      )}
      {LIMITS.map((name) => (
        <TextField
          key={name}
          {...field(name, t.limitWrong)}
          label={t.limits[name]}
          inputMode="decimal"
          {...(name === 'dailyRequests' ? { help: t.limitsHelp } : {})}
        />
      ))}
    </FormDialog>
  );
}

function formOf(budget: Budget | null): Form {
  const shown = (name: keyof BudgetLimits) => shownNumber(budget?.limits[name] ?? null);
  return {
    whose: budget === null ? 'everyone:' : `${budget.scope}:${budget.id}`,
    dailyRequests: shown('dailyRequests'),
    dailyTokens: shown('dailyTokens'),
    dailyCostCents: shown('dailyCostCents'),
    monthlyRequests: shown('monthlyRequests'),
    monthlyTokens: shown('monthlyTokens'),
    monthlyCostCents: shown('monthlyCostCents'),
  };
}

/** `undefined`: it is no limit. */
function read(form: Form, name: keyof BudgetLimits): number | null | undefined {
  if (!name.endsWith('CostCents')) return typedCount(form[name]);
  const value = typedNumber(form[name]);
  return value === 0 ? undefined : value;
}

function wrongFields(form: Form): readonly (keyof Form)[] {
  const wrong = LIMITS.filter((name) => read(form, name) === undefined);
  // Without any limit there is nothing to set.
  return LIMITS.every((name) => form[name].trim() === '') ? ['dailyRequests'] : wrong;
}

function limitsOf(form: Form): BudgetLimits {
  return {
    dailyRequests: read(form, 'dailyRequests') ?? null,
    dailyTokens: read(form, 'dailyTokens') ?? null,
    dailyCostCents: read(form, 'dailyCostCents') ?? null,
    monthlyRequests: read(form, 'monthlyRequests') ?? null,
    monthlyTokens: read(form, 'monthlyTokens') ?? null,
    monthlyCostCents: read(form, 'monthlyCostCents') ?? null,
  };
}

function whoseOf(whose: string): Pick<Budget, 'scope' | 'id'> {
  const at = whose.indexOf(':');
  const scope = whose.slice(0, at);
  const id = whose.slice(at + 1);
  if (scope === 'person' || scope === 'configuration') return { scope, id };
  return { scope: 'everyone', id: '' };
}
