import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UsageOverview } from '../../../../src/contracts/index.ts';
import {
  AdministrationArea,
  EmptyState,
  Loaded,
  Segments,
  Select,
} from '../../components/index.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { BudgetList } from './budget-list.tsx';
import { DayChart } from './day-chart.tsx';
import {
  amountOf,
  amountText,
  firstMeasure,
  isUnpriced,
  MEASURES,
  type Measure,
} from './measure.ts';
import { ShareTable } from './share-table.tsx';
import { usageQuery } from './usage-queries.ts';
import { usageWords } from './words.ts';
import './usage.css';

const PERIODS = ['7', '30', '90', '365'] as const;

/** What models were used for, by day and by who and what, and the budgets. */
export function UsageScreen() {
  const t = useText(usageWords);
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>('30');
  const usage = useQuery({ ...usageQuery(Number(period)), refetchOnMount: 'always' });
  return (
    <AdministrationArea
      title={t.title}
      lead={t.lead}
      acts={
        <Select
          label={t.period}
          value={period}
          onChange={setPeriod}
          options={PERIODS.map((days) => ({ id: days, label: t.lastDays(days) }))}
        />
      }
    >
      <Loaded query={usage} lines={8}>
        {(overview) => (
          <>
            <Used overview={overview} />
            <BudgetList overview={overview} />
          </>
        )}
      </Loaded>
    </AdministrationArea>
  );
}

function Used({ overview }: { overview: UsageOverview }) {
  const t = useText(usageWords);
  const [chosen, setChosen] = useState<Measure | null>(null);
  const { total } = overview;
  const measure = chosen ?? firstMeasure(total);
  if (total.requests + total.failed === 0) {
    return (
      <EmptyState icon="chart" title={t.nothing}>
        {t.nothingHint}
      </EmptyState>
    );
  }
  return (
    <>
      <section className="v-section v-part">
        <h2 className="v-h">{t.total}</h2>
        <Total overview={overview} />
        <p className="v-muted v-lead">
          {t.explained} {isUnpriced(total) && t.noPriceHelp}
        </p>
        <Segments
          label={t.measure}
          value={measure}
          onChange={setChosen}
          segments={MEASURES.map((id) => ({ id, label: t.measures[id] }))}
        />
        <DayChart days={overview.days} measure={measure} />
      </section>
      <ShareTable
        title={t.people}
        label={t.person}
        none={t.nobody}
        shares={overview.people}
        measure={measure}
      />
      <ShareTable
        title={t.configurations}
        label={t.configuration}
        none=""
        shares={overview.configurations}
        measure={measure}
      />
      <ShareTable
        title={t.models}
        label={t.model}
        none=""
        shares={overview.models}
        measure={measure}
      />
      <ShareTable
        title={t.processes}
        label={t.process}
        none={t.noProcess}
        shares={overview.processes}
        measure={measure}
      />
    </>
  );
}

function Total({ overview: { total } }: { overview: UsageOverview }) {
  const t = useText(usageWords);
  const { locale } = useLocale();
  return (
    <dl className="v-usage__total">
      {MEASURES.map((measure) => (
        <div key={measure}>
          <dt className="v-caption">{t.measures[measure]}</dt>
          <dd>
            {measure === 'cost' && isUnpriced(total)
              ? t.noPrice
              : amountText(locale, measure, amountOf(measure, total))}
          </dd>
        </div>
      ))}
      <div>
        <dt className="v-caption">{t.failed}</dt>
        <dd>{formatNumber(locale, total.failed)}</dd>
      </div>
    </dl>
  );
}
