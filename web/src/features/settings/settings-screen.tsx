import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { SettingView, type Locale } from '../../../../src/contracts/index.ts';
import {
  AdministrationArea,
  Badge,
  EmptyState,
  Loaded,
  Segments,
  Table,
} from '../../components/index.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { requestAs } from '../../lib/request.ts';
import { settingWords } from './setting-words.ts';
import { settingsWords } from './words.ts';

const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => requestAs(z.array(SettingView), '/api/settings', { signal }),
  });

type Shown = 'all' | 'changed';

/** Every setting: its value, its default, and who set it. Nothing is changed here: they are read once at start. */
export function SettingsScreen() {
  const t = useText(settingsWords);
  const [shown, setShown] = useState<Shown>('all');
  const settings = useQuery({ ...settingsQuery(), refetchOnMount: 'always' });
  return (
    <AdministrationArea
      title={t.title}
      lead={t.lead}
      acts={
        <Segments<Shown>
          label={t.shown}
          value={shown}
          onChange={setShown}
          segments={[
            { id: 'all', label: t.all },
            { id: 'changed', label: t.changed },
          ]}
        />
      }
    >
      <Loaded query={settings} lines={8}>
        {(all) => (
          <Groups settings={all.filter(({ source }) => shown === 'all' || source !== 'default')} />
        )}
      </Loaded>
    </AdministrationArea>
  );
}

function Groups({ settings }: { settings: readonly SettingView[] }) {
  const t = useText(settingsWords);
  const names: Readonly<Record<string, string>> = t.groups;
  const groups = [...new Set(settings.map(groupOf))];
  if (groups.length === 0) {
    return (
      <EmptyState icon="sliders" title={t.noneChanged}>
        {t.noneChangedHint}
      </EmptyState>
    );
  }
  return groups.map((group) => (
    <Group
      key={group}
      title={names[group] ?? group}
      settings={settings.filter((setting) => groupOf(setting) === group)}
    />
  ));
}

function groupOf({ name }: SettingView): string {
  return name.includes('.') ? (name.split('.')[0] ?? name) : 'general';
}

function Group({ title, settings }: { title: string; settings: readonly SettingView[] }) {
  const t = useText(settingsWords);
  const words: Readonly<Record<string, string>> = useText(settingWords);
  const { locale } = useLocale();
  const shown = (setting: SettingView, value: SettingView['value']) => (
    <span className="v-wrap">{valueText(t, locale, { ...setting, value })}</span>
  );
  return (
    <section className="v-section v-part">
      <h2 className="v-h">{title}</h2>
      <Table
        label={title}
        rows={settings}
        rowKey={({ name }) => name}
        columns={[
          {
            id: 'setting',
            label: t.setting,
            cell: ({ name, variable }) => (
              <>
                {words[name] ?? name}
                <br />
                <span className="v-mono v-muted">{name}</span>
                {variable !== null && (
                  <>
                    {' '}
                    <span className="v-sr">{t.variable(variable)}</span>
                    <span className="v-mono v-muted" aria-hidden="true">
                      · {variable}
                    </span>
                  </>
                )}
              </>
            ),
          },
          {
            id: 'value',
            label: t.value,
            cell: (setting) => <b>{shown(setting, setting.value)}</b>,
          },
          { id: 'usual', label: t.usual, cell: (setting) => shown(setting, setting.default) },
          {
            id: 'source',
            label: t.source,
            cell: ({ source }) =>
              source === 'default' ? (
                <span className="v-muted">{t.sources[source]}</span>
              ) : (
                <Badge tone="info">{t.sources[source]}</Badge>
              ),
          },
        ]}
      />
    </section>
  );
}

function valueText(
  t: (typeof settingsWords)[Locale],
  locale: Locale,
  { value, unit, isSecret, name }: SettingView,
): string {
  if (value === null) return t.notSet;
  if (isSecret) return t.isSet;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (Array.isArray(value)) return value.length === 0 ? t.none : value.join(', ');
  if (typeof value === 'string') return value;
  if (value === 0 && name.startsWith('privacy.')) return t.forGood;
  // A port is a name, not an amount.
  return t.units[unit](name === 'server.port' ? String(value) : formatNumber(locale, value));
}
