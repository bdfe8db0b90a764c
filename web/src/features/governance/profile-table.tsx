import { GovernanceSettings, type GovernanceOverview } from '../../../../src/contracts/index.ts';
import { Badge, Table } from '../../components/index.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { governanceWords } from './words.ts';

const SETTINGS = GovernanceSettings.keyof().options;

/** Setting by setting: what is here, what each profile asks for, and where they differ. */
export function ProfileTable({ current, profiles }: GovernanceOverview) {
  const t = useText(governanceWords);
  const textOf = useSettingText();
  return (
    <section className="v-section v-part">
      <h2 className="v-h">{t.profiles}</h2>
      <p className="v-muted v-lead">{t.profilesLead}</p>
      <Table
        label={t.profiles}
        rows={SETTINGS}
        rowKey={(setting) => setting}
        columns={[
          { id: 'setting', label: t.setting, cell: (setting) => t.settings[setting] },
          {
            id: 'here',
            label: t.here,
            cell: (setting) => <b>{textOf(current, setting)}</b>,
          },
          ...profiles.map(({ name, settings, deviations }) => ({
            id: name,
            label: t.names[name],
            cell: (setting: keyof GovernanceSettings) => {
              const is = deviations.find((each) => each.setting === setting)?.is;
              return (
                <>
                  {textOf(settings, setting)}
                  <br />
                  {is === undefined ? (
                    <span className="v-muted">{t.asAsked}</span>
                  ) : (
                    <Badge tone={is === 'looser' ? 'warn' : 'info'}>{t[is]}</Badge>
                  )}
                </>
              );
            },
          })),
        ]}
      />
    </section>
  );
}

/** The value of a setting in the reader's words. */
function useSettingText() {
  const t = useText(governanceWords);
  const { locale } = useLocale();
  return (settings: GovernanceSettings, setting: keyof GovernanceSettings): string => {
    switch (setting) {
      case 'privacyLevel':
        return t.levels[settings.privacyLevel];
      case 'retentionDays':
        return settings.retentionDays === 0
          ? t.forGood
          : t.days(formatNumber(locale, settings.retentionDays));
      case 'minTrustLevel':
      case 'instructionTrustLevel':
        return t.trust[settings[setting]];
      case 'dataClasses':
        return t.enforcement[settings.dataClasses];
    }
  };
}
