import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimedRights, signInVerdict } from './sign-in-verdict.ts';

const known = fc.record({ userId: fc.constantFrom('u1', 'u2'), isDisabled: fc.boolean() });
const facts = fc.record({
  provider: fc.record({
    emailDomains: fc.constantFrom<readonly string[]>([], ['example.org'], ['other.example']),
    admitsUnknown: fc.boolean(),
  }),
  identity: fc.record({
    email: fc.constantFrom('eva@example.org', 'eva@notexample.org', null),
    isEmailVerified: fc.boolean(),
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
        const { emailDomains, admitsUnknown } = given.provider;
        if (kind === 'link' || kind === 'create') {
          expect(isEmailVerified && email !== null).toBe(true);
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
