import type { SignInProblem } from '../contracts/index.ts';
import type { Person } from './person.ts';
import type { ElsewhereIdentity, SignInProvider } from './sign-in-provider.ts';

/** What becomes of somebody who comes from a provider. */
export type SignInVerdict =
  | { readonly kind: 'enter' | 'link'; readonly userId: string }
  | { readonly kind: 'create'; readonly email: string }
  | { readonly kind: 'refuse'; readonly problem: SignInProblem };

type Known = Pick<Person, 'userId' | 'isDisabled'>;

/**
 * Whether somebody who comes from a provider enters, and as whom. The account there decides, once it is linked; an e-mail
 * address links only when the provider says it was verified, or when it says nothing of it and an administrator said that it
 * gives out checked addresses alone; and never an account here that is linked to another one there:
 * an address that was given to somebody else opens nothing.
 */
export function signInVerdict(facts: {
  readonly provider: Pick<SignInProvider, 'emailDomains' | 'admitsUnknown' | 'emailsAreChecked'>;
  readonly identity: Pick<ElsewhereIdentity, 'email' | 'isEmailVerified'>;
  /** Who enters by this account already. */
  readonly linked: Known | null;
  /** Whose address it is here, and whether that person enters by another account of the provider. */
  readonly sameEmail: (Known & { readonly isLinked: boolean }) | null;
}): SignInVerdict {
  const { provider, identity, linked, sameEmail } = facts;
  const { email, isEmailVerified } = identity;
  const mustProveEmail = linked === null || provider.emailDomains.length > 0;
  if (mustProveEmail) {
    if (email === null) return refuse('email_missing');
    if (isEmailVerified === false) return refuse('email_unverified');
    if (isEmailVerified === null && !provider.emailsAreChecked) return refuse('email_unsaid');
    if (!isOfDomain(email, provider.emailDomains)) return refuse('email_domain');
  }
  const known = linked ?? sameEmail;
  if (known?.isDisabled === true) return refuse('person_disabled');
  if (linked !== null) return { kind: 'enter', userId: linked.userId };
  if (sameEmail !== null) {
    return sameEmail.isLinked
      ? refuse('linked_otherwise')
      : { kind: 'link', userId: sameEmail.userId };
  }
  return provider.admitsUnknown && email !== null
    ? { kind: 'create', email }
    : refuse('person_unknown');
}

/**
 * Groups and role of somebody after the provider's claim: groups the map names follow the claim, all others stay. Nobody
 * becomes an administrator by a claim unless its value is configured. A claim that is missing changes nothing.
 */
export function claimedRights(
  person: Pick<Person, 'groupIds' | 'isAdministrator'>,
  {
    groupsClaim,
    groupMap,
    administratorValue,
  }: Pick<SignInProvider, 'groupsClaim' | 'groupMap' | 'administratorValue'>,
  claims: ElsewhereIdentity['claims'],
): Pick<Person, 'groupIds' | 'isAdministrator'> {
  const values = groupsClaim === null ? null : namesIn(claims, groupsClaim);
  if (values === null) return person;
  const given = groupMap.filter(({ value }) => values.includes(value));
  const mapped = groupMap.map(({ groupId }) => groupId);
  const kept = person.groupIds.filter((groupId) => !mapped.includes(groupId));
  return {
    groupIds: [...new Set([...kept, ...given.map(({ groupId }) => groupId)])],
    isAdministrator:
      administratorValue === null ? person.isAdministrator : values.includes(administratorValue),
  };
}

/** The texts of a claim; `null`: there is none, or it holds something else. */
function namesIn(claims: ElsewhereIdentity['claims'], name: string): readonly string[] | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : valueAt(claims, name.split('.'));
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  return valueAt((value as Readonly<Record<string, unknown>>)[name], rest);
}

function isOfDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return domains.length === 0 || domains.includes(domain);
}

function refuse(problem: SignInProblem): SignInVerdict {
  return { kind: 'refuse', problem };
}
