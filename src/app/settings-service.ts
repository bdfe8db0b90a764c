import { requireAdministrator, type Actor } from '../actors/index.ts';
import type { SettingView } from '../contracts/index.ts';
import type { SettingsService } from '../http/index.ts';
import { settingViews } from './settings-catalogue.ts';
import { settingsOf, type Settings } from './settings.ts';

/** Shows the settings to administrators. They are read once at start, so nothing changes them here. */
export function createSettingsService(settings: Settings): SettingsService {
  // Beside the same data folder, so that what lies in it is not taken for changed.
  const defaults = settingsOf(null, { VOUCH_DATA_DIR: settings.dataDir }, '/');
  return {
    list: (actor: Actor): readonly SettingView[] => {
      requireAdministrator(actor);
      return settingViews(settings, defaults);
    },
  };
}
