import type { ConfigurationView, ModelsOverview } from '../../../../src/contracts/index.ts';
import { Badge, Button, Table } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useModelNames } from './use-model-names.ts';
import { modelWords } from './words.ts';

interface ConfigurationTableProps {
  readonly overview: ModelsOverview;
  readonly onEdit: (configuration: ConfigurationView) => void;
}

/** Every configuration with its model, who may use it, and how far it is trusted. */
export function ConfigurationTable({ overview, onEdit }: ConfigurationTableProps) {
  const t = useText(modelWords);
  const names = useModelNames(overview);
  const modelName = (model: string) =>
    model === 'checklist' || model === 'default' ? names[model] : model;
  return (
    <Table
      label={t.configurations}
      rows={overview.configurations}
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
