import { systemClock, systemIds } from '../base/index.ts';
import type { Closing } from './closing.ts';
import { createLog, quieterLevel } from './log.ts';
import type { Settings } from './settings.ts';
import { layFoundation } from './wiring/index.ts';

/** For commands that need nothing but data folder, keys and database. Options as of {@link layFoundation}. */
export function commandFoundation(
  settings: Settings,
  opened: Closing,
  options: Parameters<typeof layFoundation>[1] = {},
): ReturnType<typeof layFoundation> {
  return layFoundation(
    {
      settings,
      clock: systemClock,
      ids: systemIds,
      fetch,
      log: createLog(quieterLevel(settings.logLevel), { form: 'text' }),
      opened,
    },
    options,
  );
}
