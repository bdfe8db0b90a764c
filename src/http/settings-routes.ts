import { Hono } from 'hono';
import type { Actor } from '../actors/index.ts';
import type { SettingView } from '../contracts/index.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** The settings as they stand, for administrators. Throws `not_permitted`. */
export interface SettingsService {
  list(actor: Actor): readonly SettingView[];
}

/** How the installation is set. */
export function settingsRoutes({
  settingsService,
}: {
  readonly settingsService: SettingsService;
}): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/settings', (context) => context.json(settingsService.list(context.get('person'))));

  return routes;
}
