import type { Clock, Ids, Transaction, Transactions } from '../base/index.ts';
import type { SignInProblem } from '../contracts/index.ts';
import { NO_CONTENT_RIGHTS } from './actor.ts';
import { losesLastAdministrator } from './last-administrator.ts';
import { differences, type Recorder } from './people-audit.ts';
import type { PeopleStore, PeopleWriter, Person } from './person.ts';
import type {
  ElsewhereIdentity,
  SignInProvider,
  SignInProviderStore,
  SignInProviderWriter,
} from './sign-in-provider.ts';
import { claimedRights, signInVerdict } from './sign-in-verdict.ts';

/** People who come from a provider. */
export interface SignInElsewhere {
  /**
   * Who enters with this identity: links, creates and moves between groups as the provider's settings say, all of it written
   * down, or nothing at all and why.
   */
  enter(
    provider: SignInProvider,
    identity: ElsewhereIdentity,
  ): Promise<{ readonly userId: string } | { readonly problem: SignInProblem }>;
}

interface SignInElsewhereDeps {
  readonly store: PeopleStore;
  readonly providers: SignInProviderStore;
  readonly record: Recorder;
  readonly transactions: Transactions;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** One transaction in which somebody enters. */
interface Entering {
  readonly transaction: Transaction;
  readonly people: PeopleWriter;
  readonly links: SignInProviderWriter;
  readonly provider: SignInProvider;
  readonly identity: ElsewhereIdentity;
}

export function createSignInElsewhere(deps: SignInElsewhereDeps): SignInElsewhere {
  const { store, providers, record, transactions, ids, clock } = deps;

  const create = async (entering: Entering, email: string): Promise<string> => {
    const { transaction, people, provider, identity } = entering;
    const person: Person = {
      userId: ids.uuid(),
      name: (identity.name ?? email).slice(0, 255),
      email,
      locale: 'en',
      isAdministrator: false,
      isDisabled: false,
      isInvited: false,
      hasPassword: false,
      hasTwoFactor: false,
      groupIds: [],
      grants: [],
      rights: NO_CONTENT_RIGHTS,
    };
    await people.addPerson({ ...person, passwordHash: null }, clock.now());
    await record(transaction, 'person_added', {
      subject: { id: person.userId, name: person.name },
      actor: { kind: 'signing_in', userId: person.userId },
      detail: { email, provider: provider.id },
    });
    return person.userId;
  };

  const link = async ({ transaction, people, links, ...entering }: Entering, userId: string) => {
    const { provider, identity } = entering;
    await links.link({ id: provider.id, subject: identity.subject, userId }, clock.now());
    const person = await people.person(userId);
    await record(transaction, 'sign_in_linked', {
      subject: { id: userId, name: person?.name ?? '' },
      actor: { kind: 'signing_in', userId },
      detail: { provider: provider.id, email: identity.email },
    });
  };

  const follow = async ({ transaction, people, ...entering }: Entering, userId: string) => {
    const person = await people.person(userId);
    if (person === null) return;
    const { provider, identity } = entering;
    const claimed = claimedRights(person, provider, identity.claims);
    // A claim may not take the last administrator away any more than a person may.
    const keeps = losesLastAdministrator(await people.activeAdministrators(), userId, claimed);
    const known: string[] = [];
    for (const id of claimed.groupIds) if ((await people.group(id)) !== null) known.push(id);
    const changes = {
      groupIds: known,
      isAdministrator: keeps || claimed.isAdministrator,
    };
    const detail = differences(person, changes);
    if (Object.keys(detail).length === 0) return;
    await people.updatePerson(userId, changes);
    await record(transaction, 'person_changed', {
      subject: { id: userId, name: person.name },
      actor: { kind: 'sign_in_provider', id: provider.id },
      detail: { ...detail, provider: provider.id },
    });
  };

  return {
    enter: (given, identity) =>
      transactions.transact(async (transaction) => {
        const people = store.within(transaction);
        const links = providers.within(transaction);
        await people.lock();
        const provider = await links.provider(given.id);
        // It was switched off, or sent elsewhere, while somebody was on the way.
        if (provider === null || !provider.isActive || provider.issuer !== given.issuer) {
          return { problem: 'provider_unknown' };
        }
        const entering = { transaction, people, links, provider, identity };
        const verdict = signInVerdict({ provider, identity, ...(await knownAs(entering)) });
        if (verdict.kind === 'refuse') return { problem: verdict.problem };
        const userId =
          verdict.kind === 'create' ? await create(entering, verdict.email) : verdict.userId;
        if (verdict.kind !== 'enter') await link(entering, userId);
        await follow(entering, userId);
        return { userId };
      }),
  };
}

/** Who somebody is here, by the account there and by the e-mail address. */
async function knownAs({ people, links, provider, identity }: Entering) {
  const linkedId = await links.linkedTo(provider.id, identity.subject);
  const sameId = identity.email === null ? null : await links.userOf(identity.email);
  const same = sameId === null ? null : await people.person(sameId);
  return {
    linked: linkedId === null ? null : await people.person(linkedId),
    sameEmail:
      same === null ? null : { ...same, isLinked: await links.isLinked(provider.id, same.userId) },
  };
}
