import { ButtonLink, EmptyState } from '../components/index.ts';
import { useText } from '../lib/i18n.tsx';
import { useTitle } from '../lib/use-title.ts';
import { strings } from './strings.ts';

export function NotFound() {
  const t = useText(strings);
  useTitle(t.notFound);
  return (
    <main className="v-main" id="content" tabIndex={-1}>
      <EmptyState
        title={t.notFound}
        icon="search"
        isScreen
        action={<ButtonLink to="/pages">{t.toPages}</ButtonLink>}
      >
        {t.notFoundHint}
      </EmptyState>
    </main>
  );
}
