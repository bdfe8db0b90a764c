import type { Vouch } from '../app/index.ts';

/** Beside a link: that its address is a guess, where neither settings nor a server that runs say it. */
export function addressNote({ isBaseUrlKnown, baseUrl }: Vouch): string {
  return isBaseUrlKnown
    ? ''
    : `No server runs on this data folder now: the link is right if one comes to serve at ${baseUrl}. Otherwise set VOUCH_BASE_URL or VOUCH_PORT as the server has it.\n`;
}
