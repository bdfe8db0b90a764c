import {
  AppError,
  isAppError,
  keptToGiveAgain,
  type Clock,
  type Sealer,
  type Transactions,
} from '../base/index.ts';
import type {
  AddSignInProvider,
  ChangeSignInProvider,
  SignInChoice,
  SignInProviderTest,
  SignInProviderView,
} from '../contracts/index.ts';
import type { Actor } from './actor.ts';
import { requireAdministrator } from './may.ts';
import { differences, type Recorder } from './people-audit.ts';
import type { PeopleStore } from './person.ts';
import {
  signInSecretContext,
  type SignInProvider,
  type SignInProviderFields,
  type SignInProviderStore,
  type SignInProviderWriter,
} from './sign-in-provider.ts';

const DEFAULTS = {
  secretVariable: null,
  scopes: ['profile', 'email'],
  emailDomains: [],
  emailsAreChecked: false,
  admitsUnknown: false,
  groupsClaim: null,
  groupMap: [],
  administratorValue: null,
  isActive: true,
} as const satisfies Partial<SignInProviderFields>;

/** Where people have accounts they sign in with. What changes it is for administrators alone and written down. */
export interface SignInProviders {
  /** The buttons of the sign-in page, for everybody. */
  choices(): Promise<readonly SignInChoice[]>;
  list(actor: Actor): Promise<readonly SignInProviderView[]>;
  /** Throws `identifier_taken`. */
  add(provider: AddSignInProvider, actor: Actor): Promise<SignInProviderView>;
  /**
   * Throws `last_administrator` when nobody could administer without it, and `invalid_request` for a secret, stored or of a
   * variable, that would go elsewhere.
   */
  change(id: string, changes: ChangeSignInProvider, actor: Actor): Promise<SignInProviderView>;
  /** Removes it with every link to its accounts; the people stay. Throws `last_administrator`. */
  remove(id: string, actor: Actor): Promise<void>;
  /** Asks the provider how it is reached; whatever goes wrong is part of the answer. */
  test(id: string, actor: Actor): Promise<SignInProviderTest>;
  /** A provider that is switched on, with its secret, to sign somebody in; `null`: there is none. */
  open(
    id: string,
  ): Promise<{ readonly provider: SignInProvider; readonly secret: string | null } | null>;
}

interface SignInProvidersDeps {
  readonly store: Pick<PeopleStore, 'within'>;
  readonly providers: SignInProviderStore;
  readonly record: Recorder;
  readonly transactions: Transactions;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** Secrets of the environment that a provider may name. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly redirectUrl: (id: string) => string;
  /** Reads how a provider is reached. Throws `AppError`s with what is wrong. */
  readonly discover: (issuer: string) => Promise<{
    /** What it lists as told about people; `null`: no list. */
    readonly claims: readonly string[] | null;
  }>;
}

export function createSignInProviders(deps: SignInProvidersDeps): SignInProviders {
  const { providers, record, transactions, sealer, clock } = deps;

  const viewOf = async (id: string): Promise<SignInProviderView> => {
    const [provider, people] = [await providers.provider(id), await providers.peopleOf()];
    if (provider === null) throw noProvider();
    return view(provider, people);
  };
  const view = (
    { hasSecret, ...provider }: SignInProvider,
    people: ReadonlyMap<string, number>,
  ): SignInProviderView => ({
    ...provider,
    secret: secretState(hasSecret, provider.secretVariable),
    redirectUrl: deps.redirectUrl(provider.id),
    people: people.get(provider.id) ?? 0,
  });
  const secretState = (hasSecret: boolean, variable: string | null) => {
    if (hasSecret) return 'stored';
    if (variable === null) return 'none';
    return deps.secrets[variable] === undefined ? 'missing' : 'environment';
  };
  const seal = (id: string, secret: string | null) =>
    secret === null ? null : sealer.seal(secret, signInSecretContext(id));

  return {
    choices: async () =>
      (await providers.providers())
        .filter(({ isActive }) => isActive)
        .map(({ id, name }) => ({ id, name })),

    list: async (actor) => {
      requireAdministrator(actor);
      const people = await providers.peopleOf();
      return (await providers.providers()).map((provider) => view(provider, people));
    },

    add: async ({ id, clientSecret = null, ...given }, actor) => {
      requireAdministrator(actor);
      const fields: SignInProviderFields = { ...DEFAULTS, ...defined(given) };
      requireClaim(fields);
      await transactions.transact(async (transaction) => {
        const writer = providers.within(transaction);
        if (!(await writer.add(id, fields, clock.now()))) {
          throw new AppError('identifier_taken', `“${id}” is taken: choose another name.`, {
            data: { identifier: id, field: 'id' },
          });
        }
        await writer.setSealedSecret(id, seal(id, clientSecret), clock.now());
        await record(transaction, 'sign_in_provider_added', {
          subject: { id, name: fields.name },
          actor,
          detail: { ...fields },
        });
      });
      return viewOf(id);
    },

    change: async (id, { clientSecret, ...given }, actor) => {
      requireAdministrator(actor);
      await transactions.transact(async (transaction) => {
        await deps.store.within(transaction).lock();
        const writer = providers.within(transaction);
        const before = await writer.provider(id);
        if (before === null) throw noProvider();
        const after = { ...before, ...defined(given) };
        requireClaim(after);
        const moves = after.issuer !== before.issuer;
        if (moves) requireSecretsAgain(before, { clientSecret, ...given });
        if (moves || (before.isActive && !after.isActive)) await requirePasswordWay(writer);
        await writer.change(id, defined(given), clock.now());
        if (clientSecret !== undefined) {
          await writer.setSealedSecret(id, seal(id, clientSecret), clock.now());
        }
        // An account of another issuer may have the same name and be somebody else's.
        const unlinked = moves ? await writer.unlinkAll(id) : 0;
        const detail = {
          ...differences(before, defined(given)),
          ...(clientSecret === undefined ? {} : { clientSecret: 'entered' }),
          ...(unlinked === 0 ? {} : { unlinked }),
        };
        if (Object.keys(detail).length === 0) return;
        await record(transaction, 'sign_in_provider_changed', {
          subject: { id, name: before.name },
          actor,
          detail,
        });
      });
      return viewOf(id);
    },

    remove: async (id, actor) => {
      requireAdministrator(actor);
      await transactions.transact(async (transaction) => {
        await deps.store.within(transaction).lock();
        const writer = providers.within(transaction);
        const before = await writer.provider(id);
        if (before === null) throw noProvider();
        await requirePasswordWay(writer);
        const unlinked = await writer.unlinkAll(id);
        await writer.remove(id);
        await record(transaction, 'sign_in_provider_removed', {
          subject: { id, name: before.name },
          actor,
          detail: { issuer: before.issuer, unlinked },
        });
      });
    },

    test: async (id, actor) => {
      requireAdministrator(actor);
      const provider = await providers.provider(id);
      if (provider === null) throw noProvider();
      try {
        const { claims } = await deps.discover(provider.issuer);
        const isProofListed = claims?.includes('email_verified') ?? true;
        return {
          ok: true,
          message: '',
          mayLinkNobody: !isProofListed && !provider.emailsAreChecked,
        };
      } catch (error) {
        if (!isAppError(error)) throw error;
        return { ok: false, message: error.message, mayLinkNobody: false };
      }
    },

    open: async (id) => {
      const provider = await providers.provider(id);
      if (provider?.isActive !== true) return null;
      const sealed = await providers.sealedSecret(provider);
      const { secretVariable: variable } = provider;
      const environment = variable === null ? null : (deps.secrets[variable] ?? null);
      return {
        provider,
        secret: sealed === null ? environment : sealer.open(sealed, signInSecretContext(id)),
      };
    },
  };
}

/** Somebody has to be able to administer when nobody can enter by a provider. */
async function requirePasswordWay(writer: SignInProviderWriter): Promise<void> {
  if ((await writer.administratorsWithPassword()) > 0) return;
  throw new AppError(
    'last_administrator',
    'No administrator has a password, so nobody could administer without this provider. Give one a link to set a password first.',
  );
}

/** Throws `invalid_request` with the field in `data` for a secret that would go to another issuer. */
function requireSecretsAgain(before: SignInProvider, asked: ChangeSignInProvider): void {
  const again = keptToGiveAgain(
    { isStored: before.hasSecret, variable: before.secretVariable },
    { secret: asked.clientSecret, variable: asked.secretVariable },
  );
  if (again === null) return;
  const { field, message } = AGAIN[again];
  throw new AppError('invalid_request', message, { data: { field } });
}

const AGAIN = {
  secret: {
    field: 'clientSecret',
    message: 'The issuer changes, so the secret has to be entered again.',
  },
  variable: {
    field: 'secretVariable',
    message: 'The issuer changes, so the variable with the secret has to be named again.',
  },
} as const satisfies Record<
  string,
  { readonly field: keyof ChangeSignInProvider; readonly message: string }
>;

/** What follows a claim needs the name of the claim. */
function requireClaim(fields: SignInProviderFields): void {
  const isMapped = fields.groupMap.length > 0 || fields.administratorValue !== null;
  if (fields.groupsClaim !== null || !isMapped) return;
  throw new AppError(
    'invalid_request',
    'Groups or administrators are to follow a claim: say which claim it is.',
    { data: { field: 'groupsClaim' } },
  );
}

type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/** Only the fields that have a value. */
function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}

function noProvider(): AppError {
  return new AppError('not_found', 'There is no such provider.');
}
