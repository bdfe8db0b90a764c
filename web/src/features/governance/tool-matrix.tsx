import { useState } from 'react';
import {
  gateWhy,
  type GovernanceOverview,
  type ToolGroupView,
} from '../../../../src/contracts/index.ts';
import { Checkbox, Table, ToolName } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { governanceWords } from './words.ts';

interface ToolMatrixProps {
  readonly groups: readonly ToolGroupView[];
  readonly configurations: GovernanceOverview['choices']['configurations'];
}

/** Which configuration offers which tool, and why not; at first where they differ. */
export function ToolMatrix({ groups, configurations }: ToolMatrixProps) {
  const t = useText(governanceWords);
  const { locale } = useLocale();
  const [showsAll, setShowsAll] = useState(false);
  const tools = groups.flatMap((group) => group.tools);
  const reasonOf = (tool: (typeof tools)[number], id: string) =>
    tool.notOffered.find(({ configurationUid }) => String(configurationUid) === id)?.reason ?? null;
  const rows = tools.filter(
    (tool) => showsAll || new Set(configurations.map(({ id }) => reasonOf(tool, id))).size > 1,
  );
  return (
    <section className="v-section v-part">
      <h2 className="v-h">{t.matrix}</h2>
      <p className="v-muted v-lead">{t.matrixLead}</p>
      <Checkbox checked={showsAll} onChange={setShowsAll}>
        {t.showAll}
      </Checkbox>
      {rows.length === 0 ? (
        <p>{t.alike}</p>
      ) : (
        <Table
          label={t.matrix}
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            {
              id: 'tool',
              label: t.tool,
              cell: ({ name }) => <ToolName name={name} />,
            },
            ...configurations.map(({ id, name }) => ({
              id,
              label: name,
              cell: (tool: (typeof tools)[number]) => {
                const reason = reasonOf(tool, id);
                return reason === null ? (
                  t.offered
                ) : (
                  <span className="v-muted">{gateWhy(reason, locale)}</span>
                );
              },
            })),
          ]}
        />
      )}
    </section>
  );
}
