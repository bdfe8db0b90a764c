import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { EmbedToken, type EmbedTokenMessage } from '../../../src/contracts/index.ts';
import { Button, EmptyState, ErrorLine, Rich } from '../components/index.ts';
import { useText } from '../lib/i18n.tsx';
import { requestAs } from '../lib/request.ts';
import { useTitle } from '../lib/use-title.ts';
import { embedWords } from './words.ts';

/**
 * The window of the server in which somebody lets a page of another origin use the assistant. The answer goes to the window
 * that opened this one, and only while a page of exactly that origin is in it.
 */
export function GrantScreen() {
  const t = useText(embedWords);
  useTitle(t.signIn);
  const [search] = useSearchParams();
  const origin = originOf(search.get('origin'));
  const state = search.get('state') ?? '';
  const [opener] = useState(() => window.opener as Window | null);
  const allow = useMutation({
    mutationFn: (to: string) =>
      requestAs(EmbedToken, '/api/embed/tokens', { method: 'POST', body: { origin: to } }),
    onSuccess: ({ token, expiresAtMs }, to) => {
      const message: EmbedTokenMessage = {
        type: 'vouch:embed-token',
        version: 1,
        state,
        token,
        expiresAtMs,
      };
      opener?.postMessage(message, to);
      window.close();
    },
  });
  if (origin === null || state.length < 16) return <Plain title={t.wrongLink} />;
  if (opener === null) return <Plain title={t.openerGone}>{t.openerGoneHint}</Plain>;
  if (allow.isSuccess) return <Plain title={t.granted} />;
  return (
    <main className="v-entry">
      <div className="v-card v-entry__sheet">
        <h1 className="v-title v-entry__title">{t.grantTitle}</h1>
        <p>
          <Rich text={t.grant(origin)} />
        </p>
        {allow.error !== null && <ErrorLine error={allow.error} />}
        <div className="v-form">
          <Button
            variant="primary"
            wide
            isPending={allow.isPending}
            onPress={() => {
              allow.mutate(origin);
            }}
          >
            {t.allow}
          </Button>
          <Button
            wide
            onPress={() => {
              window.close();
            }}
          >
            {t.refuse}
          </Button>
        </div>
      </div>
    </main>
  );
}

function Plain({ title, children = '' }: { title: string; children?: string }) {
  return (
    <main className="v-entry">
      <div className="v-card v-entry__sheet">
        <EmptyState title={title}>{children}</EmptyState>
      </div>
    </main>
  );
}

/** An origin as a browser writes it, or `null`. */
function originOf(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  return new URL(text).origin === text ? text : null;
}
