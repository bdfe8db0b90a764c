import { AppError, keptToGiveAgain } from '../base/index.ts';
import type { ChangeProvider } from '../contracts/index.ts';
import type { Provider } from './provider.ts';

/** Throws `invalid_request` with the field in `data` for a key, stored or of a variable, that would go to another address. */
export function requireKeysForMove(
  before: Pick<Provider, 'baseUrl' | 'hasKey' | 'keyVariable'>,
  asked: ChangeProvider,
): void {
  if (asked.baseUrl === undefined || asked.baseUrl === before.baseUrl) return;
  const again = keptToGiveAgain(
    { isStored: before.hasKey, variable: before.keyVariable },
    { secret: asked.apiKey, variable: asked.keyVariable },
  );
  if (again === null) return;
  const { field, message } = AGAIN[again];
  throw new AppError('invalid_request', message, { data: { field } });
}

const AGAIN = {
  secret: {
    field: 'apiKey',
    message: 'The address changes, so the key has to be entered again.',
  },
  variable: {
    field: 'keyVariable',
    message: 'The address changes, so the variable with the key has to be named again.',
  },
} as const satisfies Record<
  string,
  { readonly field: keyof ChangeProvider; readonly message: string }
>;
