import type { MenuGroup } from '../components/index.ts';
import { useLocale, useText } from '../lib/i18n.tsx';
import { LOCALES } from '../lib/locale.ts';
import { THEMES, useTheme } from '../lib/theme.tsx';
import { strings } from './strings.ts';

const THEME_ICONS = { system: 'desktop', light: 'sun', dark: 'moon' } as const;

/** The two choices everyone has, signed in or not, as groups of a menu. */
export function usePreferenceGroups(): MenuGroup[] {
  const t = useText(strings);
  const { locale, setLocale } = useLocale();
  const { theme, setTheme } = useTheme();
  return [
    {
      id: 'language',
      label: t.language,
      entries: LOCALES.map(({ id, name }) => ({
        id,
        label: name,
        isSelected: id === locale,
        onAction: () => {
          setLocale(id);
        },
      })),
    },
    {
      id: 'theme',
      label: t.appearance,
      entries: THEMES.map((id) => ({
        id,
        label: t.theme[id],
        icon: THEME_ICONS[id],
        isSelected: id === theme,
        onAction: () => {
          setTheme(id);
        },
      })),
    },
  ];
}
