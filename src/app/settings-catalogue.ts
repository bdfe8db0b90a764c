import type { SettingView, SettingValue } from '../contracts/index.ts';
import { ENVIRONMENT, SettingsFile } from './settings-schema.ts';
import type { SettingSources } from './settings-sources.ts';
import type { Settings } from './settings.ts';

/** Settings of which nobody is shown more than whether they are set. */
const SECRETS: readonly string[] = ['metrics.token', 'database.url'];

/** What a secret that is set is shown as. */
const SET = '••••';

/** Below the folder the server is started in, whichever that is. */
const DATA_DIR = './data';

/** Settings the others of their group take their value from, when they have none of their own. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  'privacy.runDays': 'privacy.retentionDays',
  'privacy.stepDays': 'privacy.retentionDays',
  'privacy.taskDays': 'privacy.retentionDays',
};

const UNITS: readonly (readonly [RegExp, SettingView['unit']])[] = [
  [/Days$/, 'days'],
  [/Hours$/, 'hours'],
  [/Seconds$/, 'seconds'],
  [/Bytes$/, 'bytes'],
  [/Characters$/, 'characters'],
  [/Tokens$/, 'tokens'],
];

/** Names of every setting, as the file writes them, in its order. */
export function settingNames(): readonly string[] {
  return Object.entries(SettingsFile.shape).flatMap(([name, schema]) => {
    const inner = schema.unwrap();
    return 'shape' in inner
      ? Object.keys(inner.shape).map((member) => `${name}.${member}`)
      : [name];
  });
}

/** Every setting: how it stands, how it would without anybody's doing, and who set it. */
export function settingViews(settings: Settings, defaults: Settings): readonly SettingView[] {
  return settingNames()
    .filter((name) => !Object.values(STANDS_FOR).includes(name))
    .map((name) => {
      const isSecret = SECRETS.includes(name);
      const shown = (value: SettingValue) => (isSecret && value !== null ? SET : value);
      return {
        name,
        value: shown(valueOf(settings, name)),
        default: shown(name === 'dataDir' ? DATA_DIR : valueOf(defaults, name)),
        unit: UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? 'none',
        source: sourceOf(settings.sources, name),
        variable: variableOf(name),
        isSecret,
      };
    });
}

function sourceOf(sources: SettingSources, name: string): SettingView['source'] {
  const standsFor = STANDS_FOR[name];
  return sources[name] ?? (standsFor === undefined ? undefined : sources[standsFor]) ?? 'default';
}

function variableOf(name: string): string | null {
  return Object.entries(ENVIRONMENT).find(([, [path]]) => path === name)?.[0] ?? null;
}

/** What stands where the file's names say; two settings stand elsewhere, and some belong to another kind of database or model. */
function valueOf(settings: Settings, name: string): SettingValue {
  if (name === 'metrics.token') return settings.metricsToken;
  if (name === 'telemetry.traces') return settings.traces;
  const [group = '', member] = name.split('.');
  const found: unknown = Reflect.get(settings, group);
  const value: unknown =
    member === undefined || typeof found !== 'object' || found === null
      ? found
      : Reflect.get(found, member);
  return isShown(value) ? value : null;
}

function isShown(value: unknown): value is SettingValue {
  return (
    ['string', 'number', 'boolean'].includes(typeof value) ||
    (Array.isArray(value) && value.every((each) => typeof each === 'string'))
  );
}
