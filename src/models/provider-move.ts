import { AppError } from '../base/index.ts';
import type { ChangeProvider } from '../contracts/index.ts';
import type { Provider } from './provider.ts';

/**
 * A key belongs to the address it was entered or named for: it is sent to another one only when a change says so. A variable
 * counts beside a stored key too, since it takes its place once that is taken away. Throws `invalid_request` with the field in
 * `data`.
 */
export function requireKeysForMove(
  before: Pick<Provider, 'baseUrl' | 'hasKey' | 'keyVariable'>,
  asked: ChangeProvider,
): void {
  if (asked.baseUrl === undefined || asked.baseUrl === before.baseUrl) return;
  if (before.hasKey && asked.apiKey === undefined) {
    throw again('apiKey', 'The address changes, so the key has to be entered again.');
  }
  if (before.keyVariable !== null && asked.keyVariable === undefined) {
    throw again(
      'keyVariable',
      'The address changes, so the variable with the key has to be named again.',
    );
  }
}

function again(field: keyof ChangeProvider, message: string): AppError {
  return new AppError('invalid_request', message, { data: { field } });
}
