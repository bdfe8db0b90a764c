import { useState } from 'react';
import type { Budget, UsageOverview } from '../../../../src/contracts/index.ts';
import { Badge, Button, ErrorLine, Table } from '../../components/index.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { BudgetDialog, LIMITS } from './budget-dialog.tsx';
import { useSetBudget } from './usage-queries.ts';
import { usageWords } from './words.ts';

type Named = UsageOverview['budgets'][number];

const NO_LIMITS: Budget['limits'] = {
  dailyRequests: null,
  dailyTokens: null,
  dailyCostCents: null,
  monthlyRequests: null,
  monthlyTokens: null,
  monthlyCostCents: null,
};

/** The budgets there are. */
export function BudgetList({ overview }: { overview: UsageOverview }) {
  const t = useText(usageWords);
  const [open, setOpen] = useState<{ readonly budget: Budget | null } | null>(null);
  const set = useSetBudget();
  const nameOf = ({ scope, name }: Named) =>
    scope === 'everyone'
      ? t.everyone
      : scope === 'person'
        ? t.personNamed(name)
        : t.configurationNamed(name);
  return (
    <section className="v-section v-part">
      <div className="v-usage__head">
        <h2 className="v-h">{t.budgets}</h2>
        <Button
          icon="plus"
          onPress={() => {
            setOpen({ budget: null });
          }}
        >
          {t.addBudget}
        </Button>
      </div>
      <p className="v-muted v-lead">{t.budgetsLead}</p>
      {set.error !== null && <ErrorLine error={set.error} />}
      {overview.budgets.length === 0 ? (
        <p>{t.noBudgets}</p>
      ) : (
        <Table
          label={t.budgets}
          rows={overview.budgets}
          rowKey={({ scope, id }) => `${scope}:${id}`}
          columns={[
            {
              id: 'whose',
              label: t.budgetFor,
              cell: (budget) => <span className="v-wrap">{nameOf(budget)}</span>,
            },
            {
              id: 'limits',
              label: t.limitsColumn,
              cell: (budget) => <Limits budget={budget} />,
            },
            {
              id: 'actions',
              label: t.actions,
              cell: (budget) => (
                <span className="v-acts">
                  <Button
                    size="sm"
                    aria-label={t.changeOf(nameOf(budget))}
                    onPress={() => {
                      setOpen({ budget });
                    }}
                  >
                    {t.change}
                  </Button>
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={t.removeOf(nameOf(budget))}
                    isDisabled={set.isPending}
                    onPress={() => {
                      set.mutate({ scope: budget.scope, id: budget.id, limits: NO_LIMITS });
                    }}
                  >
                    {t.remove}
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
      {open !== null && (
        <BudgetDialog
          budget={open.budget}
          overview={overview}
          onClose={() => {
            setOpen(null);
          }}
        />
      )}
    </section>
  );
}

/** What is allowed, and what of it is used in this day and month; of the budget for everyone only the former. */
function Limits({ budget: { limits, used } }: { budget: Named }) {
  const t = useText(usageWords);
  const { locale } = useLocale();
  const number = (value: number) => formatNumber(locale, value);
  return (
    <ul className="v-items">
      {LIMITS.map((limit) => {
        const allowed = limits[limit];
        if (allowed === null) return null;
        const label = t.limits[limit];
        if (used === null) return <li key={limit}>{t.limited(label, number(allowed))}</li>;
        return (
          <li key={limit}>
            {t.usedOf(label, number(used[limit]), number(allowed))}{' '}
            {used[limit] >= allowed && <Badge tone="warn">{t.usedUp}</Badge>}
          </li>
        );
      })}
    </ul>
  );
}
