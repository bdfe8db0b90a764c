import { createProviderAccess } from '../adapters/models/index.ts';
import { isAppError, type Clock, type Sealer } from '../base/index.ts';
import { keyContext, PROVIDER_KINDS, type Provider } from '../models/index.ts';
import { ok, problem, reasonOf, warning, type Finding } from './doctor-findings.ts';

/** A provider an administrator entered, with its key as it is stored. */
export interface EnteredProvider {
  readonly provider: Provider;
  readonly sealedKey: string | null;
}

/** Whether each provider that administrators entered and use answers and takes its key. Nothing is generated or costs. */
export async function checkEnteredProviders(
  entered: readonly EnteredProvider[],
  reach: {
    readonly fetch: typeof fetch;
    readonly clock: Clock;
    readonly sealer: Sealer;
    /** Keys of the environment, by the name of their variable. */
    readonly keys: Readonly<Record<string, string>>;
  },
): Promise<readonly Finding[]> {
  const access = createProviderAccess(reach);
  const active = entered.filter(({ provider }) => provider.isActive);
  return Promise.all(
    active.map(async ({ provider, sealedKey }) => {
      const { name, kind, baseUrl, keyVariable, uid } = provider;
      const place = `"${name}" at ${baseUrl ?? PROVIDER_KINDS[kind].address ?? ''}`;
      try {
        const ofEnvironment = keyVariable === null ? undefined : reach.keys[keyVariable];
        const apiKey =
          sealedKey === null
            ? (ofEnvironment ?? null)
            : reach.sealer.open(sealedKey, keyContext(uid));
        await access.discover({ provider, apiKey });
        return ok('provider', `${place} answers.`);
      } catch (error) {
        return findingOf(error, place);
      }
    }),
  );
}

function findingOf(error: unknown, place: string): Finding {
  const onThePage = 'on the page of the models';
  if (isAppError(error, 'unreadable')) {
    return problem(
      'provider',
      `The key of ${place} opens with no key of this installation.`,
      `Put the right vouch.key back, or enter the provider’s key again ${onThePage}.`,
    );
  }
  if (isAppError(error, 'address_refused')) {
    return problem('provider', `${place}: ${error.message}`, `Correct its address ${onThePage}.`);
  }
  const status = isAppError(error, 'provider_failed') ? error.data['status'] : null;
  if (status === 401 || status === 403) {
    return problem(
      'provider',
      `${place} refuses the key (status ${String(status)}).`,
      `Make a new key with the provider and enter it ${onThePage}.`,
    );
  }
  if (typeof status !== 'number') {
    return problem(
      'provider',
      `${place} cannot be reached: ${reasonOf(error)}`,
      `Check its address ${onThePage}, name resolution, proxy and firewall of this machine.`,
    );
  }
  // Not every service names its models, so an answer is enough.
  return status >= 500
    ? warning(
        'provider',
        `${place} answers with status ${String(status)}.`,
        'Try again later; the provider’s status page says more.',
      )
    : ok('provider', `${place} answers.`);
}
