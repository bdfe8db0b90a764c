import { useState } from 'react';
import { Link } from 'react-router';
import { Button, Menu, WordMark } from '../components/index.ts';
import { useLocale, useText } from '../lib/i18n.tsx';
import { LOCALES } from '../lib/locale.ts';
import { Help } from './help.tsx';
import { usePreferenceGroups } from './preferences.ts';
import { strings } from './strings.ts';

/** The bar above screens that come before the first page: word mark, language, help. */
export function EntryBar({ home = '/' }: { home?: string }) {
  const t = useText(strings);
  const { locale } = useLocale();
  const groups = usePreferenceGroups();
  const [helpOpen, setHelpOpen] = useState(false);
  return (
    <header className="v-top">
      <Link className="v-brand" to={home} aria-label="Vouch">
        <WordMark />
      </Link>
      <div className="v-top__end">
        <Menu
          label={t.preferences}
          groups={groups}
          trigger={
            <Button variant="quiet" size="sm" icon="globe" aria-label={t.preferences}>
              {LOCALES.find(({ id }) => id === locale)?.name}
            </Button>
          }
        />
        <Button
          variant="quiet"
          size="sm"
          onPress={() => {
            setHelpOpen(true);
          }}
        >
          {t.help}
        </Button>
      </div>
      <Help
        isOpen={helpOpen}
        onClose={() => {
          setHelpOpen(false);
        }}
      />
    </header>
  );
}
