import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import type { EmbedToken } from '../../../src/contracts/index.ts';
import { Note } from '../components/badge.tsx';
import { Button, IconButton } from '../components/button.tsx';
import { EmptyState, ErrorState, Loading } from '../components/states.tsx';
import { hasCode } from '../lib/api-error.ts';
import { useLocale, useText } from '../lib/i18n.tsx';
import { queries } from '../lib/queries.ts';
import { keepPanelState, readPanelState, type PanelState } from './panel-state.ts';
import { askForToken } from './popup.ts';
import type { Mark } from './preview-window.ts';
import { embedWords } from './words.ts';

/** Fetched once somebody signed in: most visits of the page need no conversation. */
const ChatPanel = lazy(async () => ({
  default: (await import('../features/chat/index.ts')).ChatPanel,
}));

const WINDOW = 'popup,noopener,width=480,height=760';

interface EmbedPanelProps {
  readonly server: string;
  readonly page: number;
  readonly isSignedIn: boolean;
  readonly onToken: (token: EmbedToken) => void;
  readonly onMark: (mark: Mark | null) => void;
  readonly onPageChanged: () => void;
}

/** The panel as it stands in the page: docked, floating, collapsed, or away in a window of its own. */
export function EmbedPanel(props: EmbedPanelProps) {
  const { server, page, isSignedIn, onMark } = props;
  const t = useText(embedWords);
  const { locale } = useLocale();
  const { data: me } = useQuery({ ...queries.me(), enabled: isSignedIn });
  const person = me?.id ?? null;
  const [standing, setStanding] = useState({ person, state: readPanelState(person) });
  // Each person finds the panel as they left it.
  if (person !== null && standing.person !== person) {
    setStanding({ person, state: readPanelState(person) });
  }
  const { state } = standing;
  const change = (next: PanelState) => {
    keepPanelState(person, next);
    setStanding({ person, state: next });
    if (next === 'popped' || next === 'collapsed') onMark(null);
    if (next === 'popped') {
      window.open(new URL(`/embed/window?page=${String(page)}`, server), '_blank', WINDOW);
    }
  };
  const buttons = <StateButtons state={state} onChange={change} />;
  return (
    <div className="v-embed" data-state={state} lang={locale}>
      {state === 'collapsed' ? (
        <Button
          variant="primary"
          icon="chat"
          onPress={() => {
            change('floating');
          }}
        >
          {t.open}
        </Button>
      ) : (
        <div className="v-embed__panel">
          {state === 'popped' ? (
            <Framed buttons={null}>
              <EmptyState
                title={t.poppedOut}
                icon="popout"
                action={
                  <Button
                    onPress={() => {
                      change('docked');
                    }}
                  >
                    {t.bringBack}
                  </Button>
                }
              >
                {t.poppedOutHint}
              </EmptyState>
            </Framed>
          ) : isSignedIn && me !== null ? (
            <Chat {...props} buttons={buttons} isKnown={me !== undefined} />
          ) : (
            <Framed buttons={buttons}>
              <SignIn {...props} />
            </Framed>
          )}
        </div>
      )}
    </div>
  );
}

function Chat(props: EmbedPanelProps & { readonly buttons: ReactNode; readonly isKnown: boolean }) {
  const { page, onMark, onPageChanged, buttons, isKnown } = props;
  const t = useText(embedWords);
  const view = useQuery({ ...queries.page(page), enabled: Number.isSafeInteger(page) });
  const me = useQuery(queries.me());
  if (view.data !== undefined && isKnown) {
    return (
      <Suspense
        fallback={
          <Framed buttons={buttons}>
            <Loading lines={6} />
          </Framed>
        }
      >
        <ChatPanel
          page={view.data}
          onHighlight={onMark}
          onClearHighlight={() => {
            onMark(null);
          }}
          onPageChanged={onPageChanged}
          headEnd={buttons}
        />
      </Suspense>
    );
  }
  const error = me.error ?? view.error;
  return (
    <Framed buttons={buttons}>
      {!Number.isSafeInteger(page) || hasCode(error, 'not_found') ? (
        <EmptyState title={t.pageMissing}>{t.pageMissingHint}</EmptyState>
      ) : error !== null ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void me.refetch();
            void view.refetch();
          }}
        />
      ) : (
        <Loading lines={6} />
      )}
    </Framed>
  );
}

/** What stands in the conversation's place, under the same buttons. */
function Framed({ buttons, children }: { buttons: ReactNode; children: ReactNode }) {
  const t = useText(embedWords);
  return (
    <section className="v-embed__entry" aria-label={t.assistant}>
      <div className="v-embed__bar">
        <h2>{t.assistant}</h2>
        {buttons}
      </div>
      {children}
    </section>
  );
}

function SignIn({ server, onToken }: Pick<EmbedPanelProps, 'server' | 'onToken'>) {
  const t = useText(embedWords);
  const [isBlocked, setBlocked] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  return (
    <EmptyState
      title={t.signInTitle}
      icon="key"
      action={
        <Button
          variant="primary"
          onPress={() => {
            stop.current?.();
            stop.current = askForToken(server, onToken);
            setBlocked(stop.current === null);
          }}
        >
          {t.signIn}
        </Button>
      }
    >
      {t.signInHint}
      {isBlocked && <Note tone="warn">{t.blocked}</Note>}
    </EmptyState>
  );
}

function StateButtons(props: {
  readonly state: PanelState;
  readonly onChange: (state: PanelState) => void;
}) {
  const { state, onChange } = props;
  const t = useText(embedWords);
  const isFloating = state === 'floating';
  return (
    <>
      <IconButton
        icon={isFloating ? 'dock' : 'float'}
        label={isFloating ? t.dock : t.float}
        onPress={() => {
          onChange(isFloating ? 'docked' : 'floating');
        }}
      />
      <IconButton
        icon="popout"
        label={t.popOut}
        onPress={() => {
          onChange('popped');
        }}
      />
      <IconButton
        icon="minus"
        label={t.collapse}
        onPress={() => {
          onChange('collapsed');
        }}
      />
    </>
  );
}
