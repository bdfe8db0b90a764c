import type { ConfigurationView } from '../../../../src/contracts/index.ts';
import { Badge, Button, Table } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { modelWords } from './words.ts';

interface ConfigurationTableProps {
  readonly configurations: readonly ConfigurationView[];
  readonly onEdit: (configuration: ConfigurationView) => void;
}

/** Every configuration with its model, who may use it, and how far it is trusted. */
export function ConfigurationTable({ configurations, onEdit }: ConfigurationTableProps) {
  const t = useText(modelWords);
  const modelName = useModelName();
  return (
    <Table
      label={t.configurations}
      rows={configurations}
      rowKey={({ uid }) => uid}
      columns={[
        {
          id: 'name',
          label: t.name,
          cell: (row) => (
            <span className="v-acts">
              <span className="v-wrap">{row.name}</span>
              {row.isDefault && <Badge>{t.isDefault}</Badge>}
              {row.requireSecondApprover && <Badge>{t.fourEyesMark}</Badge>}
              {!row.isActive && <Badge tone="draft">{t.off}</Badge>}
            </span>
          ),
        },
        {
          id: 'model',
          label: t.model,
          cell: (row) => <span className="v-wrap">{modelName(row.model)}</span>,
        },
        { id: 'zone', label: t.zone, cell: (row) => t.zones[row.trustZone] },
        {
          id: 'who',
          label: t.whoUses,
          cell: ({ allowedGroupIds: { length } }) =>
            length === 0 ? t.everybody : t.groupsCount(length),
        },
        {
          id: 'actions',
          label: t.actions,
          cell: (row) => (
            <Button
              size="sm"
              aria-label={t.editOf(row.name)}
              onPress={() => {
                onEdit(row);
              }}
            >
              {t.edit}
            </Button>
          ),
        },
      ]}
    />
  );
}

/** What a configuration names a model by, in the reader's words. */
function useModelName(): (model: string) => string {
  const t = useText(modelWords);
  return (model) =>
    model === 'checklist' ? t.builtIn : model === 'default' ? t.fromSettings : model;
}
