import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimedRights, signInVerdict } from './sign-in-verdict.ts';

const known = fc.record({ userId: fc.constantFrom('u1', 'u2'), isDisabled: fc.boolean() });
const facts = fc.record({
  provider: fc.record({
    emailDomains: fc.constantFrom<readonly string[]>([], ['example.org'], ['other.example']),
    admitsUnknown: fc.boolean(),
    emailsAreChecked: fc.boolean(),
  }),
  identity: fc.record({
    email: fc.constantFrom('eva@example.org', 'eva@notexample.org', null),
    isEmailVerified: fc.constantFrom(true, false, null),
  }),
  linked: fc.option(known),
  sameEmail: fc.option(
    fc.tuple(known, fc.boolean()).map(([person, isLinked]) => ({ ...person, isLinked })),
  ),
});

describe('who enters', () => {
  it('SEC-02 nobody is linked or created without a verified address that may enter', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { kind } = signInVerdict(given);
        const { email, isEmailVerified } = given.identity;
        const { emailDomains, admitsUnknown, emailsAreChecked } = given.provider;
        if (kind === 'link' || kind === 'create') {
          expect(email).not.toBeNull();
          expect(isEmailVerified ?? emailsAreChecked).toBe(true);
          expect(
            emailDomains.length === 0 || emailDomains.some((d) => email?.endsWith(`@${d}`)),
          ).toBe(true);
        }
        if (kind === 'create') expect([admitsUnknown, given.sameEmail]).toEqual([true, null]);
        if (kind === 'link') expect(given.sameEmail).toMatchObject({ isLinked: false });
      }),
    );
  });

  it('SEC-02 the linked account decides who it is, and a disabled person never enters', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const verdict = signInVerdict(given);
        if (verdict.kind !== 'enter' && verdict.kind !== 'link') return;
        const person = given.linked ?? given.sameEmail;
        expect(person).toMatchObject({ userId: verdict.userId, isDisabled: false });
        expect(verdict.kind).toBe(given.linked === null ? 'link' : 'enter');
      }),
    );
  });
});

describe('what a provider says of an address', () => {
  const person = { userId: 'u1', isDisabled: false, isLinked: false };
  it.each<[boolean | null, boolean, 'link' | 'refuse']>([
    [true, false, 'link'],
    [true, true, 'link'],
    [null, false, 'refuse'],
    [null, true, 'link'],
    // What it says itself counts more than what was said of it.
    [false, true, 'refuse'],
    [false, false, 'refuse'],
  ])('SEC-02 verified: %s, all of its addresses said to be checked: %s → %s', (...given) => {
    const [isEmailVerified, emailsAreChecked, kind] = given;
    const verdict = signInVerdict({
      provider: { emailDomains: [], admitsUnknown: false, emailsAreChecked },
      identity: { email: 'eva@example.org', isEmailVerified },
      linked: null,
      sameEmail: person,
    });
    expect(verdict.kind).toBe(kind);
    if (verdict.kind === 'refuse') {
      // Nobody can have verified there what nothing is said of.
      expect(verdict.problem).toBe(isEmailVerified === null ? 'email_unsaid' : 'email_unverified');
    }
  });
});

describe('what a claim changes', () => {
  const provider = {
    groupsClaim: 'realm_access.roles',
    groupMap: [
      { value: 'news', groupId: 'g-news' },
      { value: 'press', groupId: 'g-news' },
      { value: 'shop', groupId: 'g-shop' },
    ],
    administratorValue: null,
  };
  const person = { groupIds: ['g-own', 'g-shop'], isAdministrator: false };
  const claims = (roles: unknown) => ({ realm_access: { roles } });

  it('mapped groups follow it, others stay, whichever of their values is given', () => {
    expect(claimedRights(person, provider, claims(['press', 'other']))).toEqual({
      groupIds: ['g-own', 'g-news'],
      isAdministrator: false,
    });
    expect(claimedRights(person, provider, claims('shop')).groupIds).toEqual(['g-own', 'g-shop']);
  });

  it('a claim that is missing or of another kind changes nothing', () => {
    for (const given of [{}, claims({ news: true }), claims(7), { realm_access: null }]) {
      expect(claimedRights(person, provider, given)).toBe(person);
    }
    expect(claimedRights(person, { ...provider, groupsClaim: null }, claims(['news']))).toBe(
      person,
    );
  });

  it('makes nobody an administrator unless its value is configured, and then both ways', () => {
    const admin = { ...provider, administratorValue: 'root' };
    expect(claimedRights(person, provider, claims(['root'])).isAdministrator).toBe(false);
    expect(claimedRights(person, admin, claims(['root'])).isAdministrator).toBe(true);
    const before = { ...person, isAdministrator: true };
    expect(claimedRights(before, admin, claims([])).isAdministrator).toBe(false);
    expect(claimedRights(before, provider, claims([])).isAdministrator).toBe(true);
  });

  it('a name with dots may be a claim itself', () => {
    const given = { 'https://example.org/groups': ['news'] };
    const named = { ...provider, groupsClaim: 'https://example.org/groups' };
    expect(claimedRights(person, named, given).groupIds).toEqual(['g-own', 'g-news']);
  });
});
