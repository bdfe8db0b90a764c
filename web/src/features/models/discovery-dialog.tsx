import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DiscoveredModel, ProviderView } from '../../../../src/contracts/index.ts';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorLine,
  Loaded,
  SearchField,
  Table,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { modelApi, useModelChange } from './model-queries.ts';
import { useShownNumber } from './use-shown-number.ts';
import { modelWords } from './words.ts';

/** The models a provider names itself, to add those that people may use. */
export function DiscoveryDialog(props: { provider: ProviderView; onClose: () => void }) {
  const { provider, onClose } = props;
  const t = useText(modelWords);
  const shown = useShownNumber();
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
        {add.error !== null && <ErrorLine error={add.error} />}
        <Loaded query={found}>
          {(models) =>
            models.length === 0 ? (
              <EmptyState icon="model" title={t.findNone}>
                {t.findNoneHint}
              </EmptyState>
            ) : (
              <>
                <SearchField label={t.findFilter} value={filter} onChange={setFilter} />
                <Table
                  label={t.findTitle(provider.name)}
                  rows={models.filter(({ modelId }) => modelId.toLowerCase().includes(wanted))}
                  rowKey={({ modelId }) => modelId}
                  columns={[
                    {
                      id: 'model',
                      label: t.model,
                      cell: (row) => <span className="v-wrap">{row.modelId}</span>,
                    },
                    {
                      id: 'window',
                      label: t.window,
                      numeric: true,
                      cell: (row) => shown(row.contextWindowTokens),
                    },
                    {
                      id: 'images',
                      label: t.images,
                      cell: ({ seesImages }) =>
                        seesImages === null
                          ? t.imagesUnknown
                          : seesImages
                            ? t.imagesYes
                            : t.imagesNo,
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
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}

function bodyOf({ name, ...model }: DiscoveredModel) {
  return { ...model, ...(name === null ? {} : { name }) };
}
