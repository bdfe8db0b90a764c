import type { Vouch } from '../app/index.ts';
import { AppError } from '../base/index.ts';
import type { Actor } from './acting.ts';
import { invalid } from './checked.ts';

type Configuration = Awaited<ReturnType<Vouch['configurations']['configurations']>>[number];

/** The configuration of that identifier; the default one where none was named. Throws `invalid_request`. */
export async function findConfiguration(
  vouch: Vouch,
  identifier: string | undefined,
): Promise<Configuration> {
  const all = await vouch.configurations.configurations();
  const found = all.find((each) =>
    identifier === undefined ? each.isDefault : each.identifier === identifier,
  );
  if (found !== undefined) return found;
  throw invalid(
    identifier === undefined
      ? 'No configuration is the default one: name one with --configuration; see: vouch models list'
      : `There is no configuration ${identifier}; see: vouch models list`,
  );
}

/** The uid of the page of that path below the content folder, or of that uid. Throws `not_found`. */
export async function findPage(vouch: Vouch, actor: Actor, address: string): Promise<number> {
  const uid = /^\d+$/.test(address) ? Number(address) : await vouch.host.findPage(address, actor);
  if (uid === null || (await vouch.host.readPage(uid, actor)) === null) {
    throw new AppError(
      'not_found',
      `There is no page ${address} below ${vouch.settings.content.root}.`,
    );
  }
  return uid;
}
