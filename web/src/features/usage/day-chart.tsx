import type { UsageOverview } from '../../../../src/contracts/index.ts';
import { Table } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { amountOf, amountText, type Measure } from './measure.ts';
import { usageWords } from './words.ts';

const HEIGHT = 120;
/** So that a day with little is seen beside one with much. */
const SMALLEST = 2;

interface DayChartProps {
  readonly days: UsageOverview['days'];
  readonly measure: Measure;
}

/** A bar a day; the same as a table for whoever does not see bars. */
export function DayChart({ days, measure }: DayChartProps) {
  const t = useText(usageWords);
  const { locale } = useLocale();
  const amounts = days.map((day) => amountOf(measure, day));
  const most = Math.max(...amounts);
  const text = (amount: number) => amountText(locale, measure, amount);
  const title = t.byDay(t.measures[measure]);
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  return (
    <figure className="v-usage__chart">
      <figcaption className="v-muted">
        {title} <span className="v-usage__most">{text(most)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={title}
        viewBox={`0 0 ${String(days.length * 10)} ${String(HEIGHT)}`}
        preserveAspectRatio="none"
      >
        {days.map(({ day }, index) => {
          const amount = amounts[index] ?? 0;
          const height = amount === 0 ? 0 : Math.max(SMALLEST, (amount / most) * HEIGHT);
          return (
            <rect key={day} x={index * 10 + 1} y={HEIGHT - height} width={8} height={height}>
              <title>{t.onDay(day, text(amount))}</title>
            </rect>
          );
        })}
      </svg>
      <div className="v-usage__ends v-caption">
        <span>{first}</span>
        <span>{last}</span>
      </div>
      <details>
        <summary className="v-link">{t.asTable}</summary>
        <Table
          label={title}
          rows={days.filter((day) => day.requests + day.failed > 0)}
          rowKey={({ day }) => day}
          columns={[
            { id: 'day', label: t.day, cell: ({ day }) => day },
            ...(['requests', 'tokens', 'cost'] as const).map((each) => ({
              id: each,
              label: t.measures[each],
              numeric: true,
              cell: (day: UsageOverview['days'][number]) =>
                amountText(locale, each, amountOf(each, day)),
            })),
          ]}
        />
      </details>
    </figure>
  );
}
