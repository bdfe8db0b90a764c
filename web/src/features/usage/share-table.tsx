import type { UsageShare } from '../../../../src/contracts/index.ts';
import { Table } from '../../components/index.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { amountOf, costText, isUnpriced, type Measure } from './measure.ts';
import { usageWords } from './words.ts';

interface ShareTableProps {
  readonly title: string;
  readonly label: string;
  readonly shares: readonly UsageShare[];
  readonly measure: Measure;
  /** What calls without one are called. */
  readonly none: string;
}

/** Who or what used how much, the most first, each with its share as a bar. */
export function ShareTable({ title, label, shares, measure, none }: ShareTableProps) {
  const t = useText(usageWords);
  const { locale } = useLocale();
  const whole = shares.reduce((sum, share) => sum + amountOf(measure, share), 0);
  const number = (value: number) => formatNumber(locale, value);
  const sorted = [...shares].sort(
    (one, other) => amountOf(measure, other) - amountOf(measure, one),
  );
  return (
    <section className="v-section v-part">
      <h2 className="v-h">{title}</h2>
      <Table
        label={title}
        rows={sorted}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'name',
            label,
            cell: ({ name }) => <span className="v-wrap">{name === '' ? none : name}</span>,
          },
          {
            id: 'requests',
            label: t.measures.requests,
            numeric: true,
            cell: (share) => number(share.requests),
          },
          {
            id: 'in',
            label: t.tokensIn,
            numeric: true,
            cell: (share) => number(share.promptTokens),
          },
          {
            id: 'out',
            label: t.tokensOut,
            numeric: true,
            cell: (share) => number(share.completionTokens),
          },
          {
            id: 'cost',
            label: t.measures.cost,
            numeric: true,
            cell: (share) => (isUnpriced(share) ? t.noPrice : costText(locale, share.costCents)),
          },
          {
            id: 'share',
            label: `${t.share}: ${t.measures[measure]}`,
            cell: (share) => <Share part={whole === 0 ? 0 : amountOf(measure, share) / whole} />,
          },
        ]}
      />
    </section>
  );
}

function Share({ part }: { part: number }) {
  return (
    <span className="v-usage__share">
      <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
        <rect className="v-usage__rest" width={100} height={8} />
        <rect width={part * 100} height={8} />
      </svg>
      {`${String(Math.round(part * 100))} %`}
    </span>
  );
}
