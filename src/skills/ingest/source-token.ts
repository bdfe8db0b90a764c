import { isAppError, type Sealer } from '../../base/index.ts';

/** What a source's token is sealed for: in the row of another source it does not open. */
export function sourceTokenContext(sourceUid: number): string {
  return `skill_source/${String(sourceUid)}/token`;
}

/** What all tokens were sealed for before they were bound to their source; a change of keys binds them. */
export const FORMER_TOKEN_CONTEXT = 'skill_source.token';

/** The token of a source, also one that is not bound to it yet. Throws `unreadable`. */
export function openSourceToken(
  sealer: Pick<Sealer, 'open'>,
  source: { readonly uid: number; readonly sealedToken: string },
): string {
  try {
    return sealer.open(source.sealedToken, sourceTokenContext(source.uid));
  } catch (error) {
    if (!isAppError(error, 'unreadable')) throw error;
    return sealer.open(source.sealedToken, FORMER_TOKEN_CONTEXT);
  }
}
