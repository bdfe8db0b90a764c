import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  ConfigurationView,
  ModelsOverview,
  ProviderView,
} from '../../../../src/contracts/index.ts';
import { AdministrationArea, Button, EmptyState, Loaded } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { ConfigurationDialog } from './configuration-dialog.tsx';
import { ConfigurationTable } from './configuration-table.tsx';
import { modelsQuery } from './model-queries.ts';
import { ProviderCard } from './provider-card.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { modelWords } from './words.ts';
import './models.css';

type Open =
  | { readonly kind: 'provider'; readonly provider: ProviderView | null }
  | { readonly kind: 'configuration'; readonly configuration: ConfigurationView | null };

/** Which services answer, with which models, and the configurations that use them. */
export function ModelsScreen() {
  const t = useText(modelWords);
  const overview = useQuery({ ...modelsQuery(), refetchOnMount: 'always' });
  return (
    <AdministrationArea title={t.title} lead={t.lead}>
      <div className="v-section">
        <Loaded query={overview} lines={8}>
          {(data) => <Overview overview={data} />}
        </Loaded>
      </div>
    </AdministrationArea>
  );
}

function Overview({ overview }: { overview: ModelsOverview }) {
  const t = useText(modelWords);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => {
    setOpen(null);
  };
  const addProvider = (
    <Button
      icon="plus"
      onPress={() => {
        setOpen({ kind: 'provider', provider: null });
      }}
    >
      {t.addProvider}
    </Button>
  );
  return (
    <div className="v-models">
      <section>
        <div className="v-models__head">
          <h2 className="v-h">{t.configurations}</h2>
          <Button
            icon="plus"
            onPress={() => {
              setOpen({ kind: 'configuration', configuration: null });
            }}
          >
            {t.addConfiguration}
          </Button>
        </div>
        <ConfigurationTable
          overview={overview}
          onEdit={(configuration) => {
            setOpen({ kind: 'configuration', configuration });
          }}
        />
      </section>
      <section>
        <div className="v-models__head">
          <h2 className="v-h">{t.providers}</h2>
          {overview.providers.length > 0 && addProvider}
        </div>
        {overview.providers.length === 0 ? (
          <EmptyState icon="model" title={t.noProviders} action={addProvider}>
            {t.noProvidersHint}
          </EmptyState>
        ) : (
          <ul className="v-cards">
            {overview.providers.map((provider) => (
              <ProviderCard
                key={provider.uid}
                provider={provider}
                onEdit={() => {
                  setOpen({ kind: 'provider', provider });
                }}
              />
            ))}
          </ul>
        )}
      </section>
      {open?.kind === 'provider' && (
        <ProviderDialog provider={open.provider} kinds={overview.kinds} onClose={close} />
      )}
      {open?.kind === 'configuration' && (
        <ConfigurationDialog
          configuration={open.configuration}
          overview={overview}
          onClose={close}
        />
      )}
    </div>
  );
}
