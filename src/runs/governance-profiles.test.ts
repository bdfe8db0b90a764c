import { describe, expect, it } from 'vitest';
import type { GovernanceSettings } from '../contracts/index.ts';
import { compareProfiles } from './governance-profiles.ts';

const DEFAULTS: GovernanceSettings = {
  privacyLevel: 'metadata',
  retentionDays: 30,
  minTrustLevel: 'untrusted',
  instructionTrustLevel: 'verified',
  dataClasses: 'enforce',
};

describe('Governance profiles', () => {
  it('says of each where an installation is looser or stricter', () => {
    expect(
      Object.fromEntries(
        compareProfiles(DEFAULTS).map(({ name, deviations }) => [
          name,
          deviations.map(({ setting, is }) => `${setting} ${is}`),
        ]),
      ),
    ).toEqual({
      'local-only': ['privacyLevel stricter', 'retentionDays stricter', 'minTrustLevel looser'],
      'controlled-cloud': ['privacyLevel stricter', 'minTrustLevel looser'],
      'enterprise-strict': [
        'retentionDays looser',
        'minTrustLevel looser',
        'instructionTrustLevel looser',
      ],
      development: ['privacyLevel stricter', 'retentionDays looser', 'dataClasses stricter'],
    });
  });

  it('what is kept for good is looser than any number of days; a profile stands to itself without a word', () => {
    const [local] = compareProfiles({ ...DEFAULTS, retentionDays: 0 });
    expect(local?.deviations).toContainEqual({ setting: 'retentionDays', is: 'looser' });
    for (const { name, settings } of compareProfiles(DEFAULTS)) {
      const own = compareProfiles(settings).find((each) => each.name === name);
      expect(own?.deviations).toEqual([]);
    }
  });
});
