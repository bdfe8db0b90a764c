import {
  GovernanceProfileName,
  PrivacyLevel,
  TrustLevel,
  type GovernanceProfile,
  type GovernanceSettings,
} from '../contracts/index.ts';

/** Profiles are compared with an installation, never applied to it (facts §3, decisions §25). */
const PROFILES: Readonly<Record<GovernanceProfileName, GovernanceSettings>> = {
  'local-only': {
    privacyLevel: 'full',
    retentionDays: 90,
    minTrustLevel: 'community',
    instructionTrustLevel: 'verified',
    dataClasses: 'enforce',
  },
  'controlled-cloud': {
    privacyLevel: 'redacted',
    retentionDays: 30,
    minTrustLevel: 'verified',
    instructionTrustLevel: 'verified',
    dataClasses: 'enforce',
  },
  'enterprise-strict': {
    privacyLevel: 'metadata',
    retentionDays: 7,
    minTrustLevel: 'first_party',
    instructionTrustLevel: 'first_party',
    dataClasses: 'enforce',
  },
  development: {
    privacyLevel: 'full',
    retentionDays: 7,
    minTrustLevel: 'untrusted',
    instructionTrustLevel: 'verified',
    dataClasses: 'observe',
  },
};

/** Every profile, and where an installation is looser or stricter than it. */
export function compareProfiles(current: GovernanceSettings): readonly GovernanceProfile[] {
  return GovernanceProfileName.options.map((name) => ({
    name,
    settings: PROFILES[name],
    deviations: deviationsFrom(PROFILES[name], current),
  }));
}

function deviationsFrom(
  profile: GovernanceSettings,
  current: GovernanceSettings,
): GovernanceProfile['deviations'] {
  const asked = looseness(profile);
  const found = looseness(current);
  return SETTINGS.flatMap((setting) =>
    found[setting] === asked[setting]
      ? []
      : [
          {
            setting,
            is: found[setting] > asked[setting] ? ('looser' as const) : ('stricter' as const),
          },
        ],
  );
}

const SETTINGS = [
  'privacyLevel',
  'retentionDays',
  'minTrustLevel',
  'instructionTrustLevel',
  'dataClasses',
] as const satisfies readonly (keyof GovernanceSettings)[];

/** The higher, the more is kept or let in. */
function looseness(
  settings: GovernanceSettings,
): Readonly<Record<keyof GovernanceSettings, number>> {
  return {
    privacyLevel: PrivacyLevel.options.indexOf(settings.privacyLevel),
    retentionDays: settings.retentionDays === 0 ? Infinity : settings.retentionDays,
    minTrustLevel: -TrustLevel.options.indexOf(settings.minTrustLevel),
    instructionTrustLevel: -TrustLevel.options.indexOf(settings.instructionTrustLevel),
    dataClasses: settings.dataClasses === 'observe' ? 1 : 0,
  };
}
