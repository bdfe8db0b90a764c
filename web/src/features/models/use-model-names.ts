import type { ModelsOverview } from '../../../../src/contracts/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { modelWords } from './words.ts';

/** The models that are not entered here, in the reader’s words: the built-in one, and the one of the settings by its name. */
export function useModelNames({ settingsModel }: Pick<ModelsOverview, 'settingsModel'>) {
  const t = useText(modelWords);
  const named =
    settingsModel === null ? t.builtIn : `${settingsModel.provider}, ${settingsModel.model}`;
  return { checklist: t.builtIn, default: t.fromSettings(named) };
}
