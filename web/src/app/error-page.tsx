import { Button, EmptyState } from '../components/index.ts';
import { useText } from '../lib/i18n.tsx';
import { strings } from './strings.ts';

/** Shown instead of a view that threw, or whose code could not be fetched (after an update, for example). */
export function ErrorPage() {
  const t = useText(strings);
  return (
    <main className="v-splash">
      <EmptyState
        title={t.broken}
        icon="alert"
        isScreen
        action={
          <Button
            onPress={() => {
              location.reload();
            }}
          >
            {t.reload}
          </Button>
        }
      >
        {t.brokenHint}
      </EmptyState>
    </main>
  );
}
