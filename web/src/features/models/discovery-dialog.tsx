import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DiscoveredModel, ProviderView } from '../../../../src/contracts/index.ts';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorLine,
  ErrorState,
  Loading,
  SearchField,
  Table,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { modelApi, useModelChange } from './model-queries.ts';
import { modelWords } from './words.ts';

/** The models a provider names itself, to add those that people may use. */
export function DiscoveryDialog(props: { provider: ProviderView; onClose: () => void }) {
  const { provider, onClose } = props;
  const t = useText(modelWords);
  const [filter, setFilter] = useState('');
  const found = useQuery({
    queryKey: ['models', 'discovery', provider.uid],
    queryFn: () => modelApi.discover(provider.uid),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const add = useModelChange((model: DiscoveredModel) =>
    modelApi.addModel(provider.uid, bodyOf(model)),
  );
  const known = new Set(provider.models.map(({ modelId }) => modelId));
  const wanted = filter.trim().toLowerCase();
  const rows = (found.data ?? []).filter(({ modelId }) => modelId.toLowerCase().includes(wanted));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={48}
      title={t.findTitle(provider.name)}
      description={t.findLead}
      actions={<Button onPress={onClose}>{t.close}</Button>}
    >
      <div className="v-models__card">
        {found.isPending && <Loading lines={6} />}
        {found.error !== null && (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        )}
        {found.data?.length === 0 && (
          <EmptyState icon="model" title={t.findNone}>
            {t.findNoneHint}
          </EmptyState>
        )}
        {add.error !== null && <ErrorLine error={add.error} />}
        {found.data !== undefined && found.data.length > 0 && (
          <>
            <SearchField label={t.findFilter} value={filter} onChange={setFilter} />
            <Table
              label={t.findTitle(provider.name)}
              rows={rows}
              rowKey={({ modelId }) => modelId}
              columns={[
                {
                  id: 'model',
                  label: t.model,
                  cell: (row) => <span className="v-models__wide">{row.modelId}</span>,
                },
                {
                  id: 'window',
                  label: t.window,
                  numeric: true,
                  cell: (row) => row.contextWindowTokens?.toLocaleString() ?? '–',
                },
                {
                  id: 'add',
                  label: t.actions,
                  cell: (row) =>
                    known.has(row.modelId) ? (
                      <span className="v-muted">{t.added}</span>
                    ) : (
                      <Button
                        size="sm"
                        aria-label={`${t.add}: ${row.modelId}`}
                        isPending={add.isPending && add.variables.modelId === row.modelId}
                        onPress={() => {
                          add.mutate(row);
                        }}
                      >
                        {t.add}
                      </Button>
                    ),
                },
              ]}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

function bodyOf({ name, ...model }: DiscoveredModel) {
  return { ...model, ...(name === null ? {} : { name }) };
}
