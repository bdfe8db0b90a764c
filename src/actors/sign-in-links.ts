import { AppError, type Transactions } from '../base/index.ts';
import type { SignInLink } from '../contracts/index.ts';
import type { Actor } from './actor.ts';
import { requireAdministrator } from './may.ts';
import type { Recorder } from './people-audit.ts';
import type { PeopleStore } from './person.ts';
import type { SignInProviderStore, WaysIn } from './sign-in-provider.ts';

/** Accounts elsewhere people enter with: one's own, and for administrators anybody's. */
export interface SignInLinks {
  /** By name of the provider. Throws `not_permitted` for somebody else's without being an administrator. */
  list(userId: string, actor: Actor): Promise<readonly SignInLink[]>;
  /**
   * Ends a link; somebody else's with every session of the person. Throws `last_way_in` for one's own when no other way to
   * sign in remains, `last_administrator` when no administrator could enter without it, and `not_found`.
   */
  end(userId: string, provider: string, actor: Actor): Promise<void>;
}

interface SignInLinksDeps {
  readonly store: Pick<PeopleStore, 'person' | 'within'>;
  readonly providers: Pick<SignInProviderStore, 'waysIn' | 'within'>;
  readonly record: Recorder;
  readonly transactions: Transactions;
}

export function createSignInLinks(deps: SignInLinksDeps): SignInLinks {
  const { store, providers, record, transactions } = deps;

  const isOwn = (userId: string, actor: Actor) => actor.kind === 'user' && actor.userId === userId;
  const requirePermitted = (userId: string, actor: Actor) => {
    if (!isOwn(userId, actor)) requireAdministrator(actor);
  };

  return {
    list: async (userId, actor) => {
      requirePermitted(userId, actor);
      if ((await store.person(userId)) === null) throw noPerson();
      const ways = await providers.waysIn(userId);
      return ways.links.map(({ provider, name, linkedAtMs }) => ({
        provider,
        name,
        linkedAtMs,
        isOnlyWay: !hasOther(ways, provider),
      }));
    },

    end: async (userId, provider, actor) => {
      requirePermitted(userId, actor);
      await transactions.transact(async (transaction) => {
        const people = store.within(transaction);
        const links = providers.within(transaction);
        await people.lock();
        const person = await people.person(userId);
        if (person === null) throw noPerson();
        const ways = await links.waysIn(userId);
        if (!ways.links.some((link) => link.provider === provider)) {
          throw new AppError('not_found', 'This account is not linked to that provider any more.');
        }
        if (isOwn(userId, actor) && !hasOther(ways, provider)) {
          throw new AppError(
            'last_way_in',
            'You sign in with this account alone. Have an administrator give you a link to set a password first.',
          );
        }
        await links.unlink(provider, userId);
        if (person.isAdministrator && (await links.administratorsWhoEnter()) === 0) {
          throw new AppError(
            'last_administrator',
            'No administrator could sign in without this account. Give one a link to set a password first.',
          );
        }
        if (!isOwn(userId, actor)) await people.endSessions(userId);
        await record(transaction, 'sign_in_unlinked', {
          subject: { id: userId, name: person.name },
          actor,
          detail: { provider },
        });
      });
    },
  };
}

/** Whether somebody may enter without an account of that provider. */
function hasOther({ hasPassword, links }: WaysIn, provider: string): boolean {
  return hasPassword || links.some((link) => link.isActive && link.provider !== provider);
}

function noPerson(): AppError {
  return new AppError('not_found', 'There is no such person.');
}
