import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModelView, ProviderView } from '../../../../src/contracts/index.ts';
import { Badge, Button, ErrorLine, Note, Table } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { DiscoveryDialog } from './discovery-dialog.tsx';
import { ModelDialog } from './model-dialog.tsx';
import { modelApi } from './model-queries.ts';
import { useShownNumber } from './use-shown-number.ts';
import { modelWords } from './words.ts';

interface ProviderCardProps {
  readonly provider: ProviderView;
  readonly onEdit: () => void;
}

/** One provider: where it is, how far it is trusted, its models, and a test of each. */
export function ProviderCard({ provider, onEdit }: ProviderCardProps) {
  const t = useText(modelWords);
  const [open, setOpen] = useState<'discovery' | 'new' | ModelView | null>(null);
  const titleId = `provider-${String(provider.uid)}`;
  const close = () => {
    setOpen(null);
  };
  return (
    <li>
      <article className="v-card" aria-labelledby={titleId}>
        <div className="v-card__head v-source__head">
          <div className="v-source__title">
            <h3 className="v-h" id={titleId}>
              {provider.name}
            </h3>
            <p className="v-caption v-wrap">
              {t.kinds[provider.kind]} · {provider.address} · {t.zones[provider.trustZone]} ·{' '}
              {t.keyState[provider.key]}
            </p>
          </div>
          {!provider.isActive && <Badge tone="draft">{t.off}</Badge>}
          <div className="v-acts">
            <Button
              size="sm"
              icon="search"
              onPress={() => {
                setOpen('discovery');
              }}
            >
              {t.find}
            </Button>
            <Button
              size="sm"
              onPress={() => {
                setOpen('new');
              }}
            >
              {t.addModel}
            </Button>
            <Button size="sm" aria-label={t.editOf(provider.name)} onPress={onEdit}>
              {t.edit}
            </Button>
          </div>
        </div>
        <div className="v-card__body v-models__card">
          {provider.models.length === 0 ? (
            <p className="v-muted">{t.noModels}</p>
          ) : (
            <ModelTable provider={provider} onEdit={setOpen} />
          )}
        </div>
      </article>
      {open === 'discovery' && <DiscoveryDialog provider={provider} onClose={close} />}
      {open !== null && open !== 'discovery' && (
        <ModelDialog provider={provider} model={open === 'new' ? null : open} onClose={close} />
      )}
    </li>
  );
}

function ModelTable(props: { provider: ProviderView; onEdit: (model: ModelView) => void }) {
  const { provider, onEdit } = props;
  const t = useText(modelWords);
  const shown = useShownNumber();
  const test = useMutation({ mutationFn: (id: string) => modelApi.test(provider.uid, id) });
  return (
    <>
      <Table
        label={`${t.models}: ${provider.name}`}
        rows={provider.models}
        rowKey={({ uid }) => uid}
        columns={[
          {
            id: 'name',
            label: t.model,
            cell: (row) => (
              <span className="v-acts">
                <span className="v-wrap">{row.name}</span>
                {row.seesImages && <Badge tone="plain">{t.images}</Badge>}
                {!row.isActive && <Badge tone="draft">{t.off}</Badge>}
              </span>
            ),
          },
          {
            id: 'window',
            label: t.window,
            numeric: true,
            cell: (row) => shown(row.contextWindowTokens),
          },
          {
            id: 'price',
            label: t.price,
            numeric: true,
            cell: (row) =>
              `${shown(row.inputCentsPerMillion)} / ${shown(row.outputCentsPerMillion)}`,
          },
          {
            id: 'actions',
            label: t.actions,
            cell: (row) => (
              <span className="v-acts">
                <Button
                  size="sm"
                  icon="test"
                  aria-label={t.testOf(row.name)}
                  isPending={test.isPending && test.variables === row.modelId}
                  onPress={() => {
                    test.mutate(row.modelId);
                  }}
                >
                  {test.isPending && test.variables === row.modelId ? t.testing : t.test}
                </Button>
                <Button
                  size="sm"
                  aria-label={t.editOf(row.name)}
                  onPress={() => {
                    onEdit(row);
                  }}
                >
                  {t.edit}
                </Button>
              </span>
            ),
          },
        ]}
      />
      <div role="status" className="v-wrap">
        {test.data !== undefined && (
          <Note {...(test.data.ok ? { icon: 'ok' as const } : { tone: 'warn' as const })}>
            {test.data.ok ? t.testOk(test.data.message, test.data.durationMs) : test.data.message}
          </Note>
        )}
        {test.error !== null && <ErrorLine error={test.error} />}
      </div>
    </>
  );
}
