import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { McpOverview, McpServerView } from '../../../../src/contracts/index.ts';
import { Button, EmptyState, ErrorState, Loading } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { mcpQuery } from './mcp-queries.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { ServerCard } from './server-card.tsx';
import { ServerDialog } from './server-dialog.tsx';
import { mcpWords } from './words.ts';
import './mcp.css';

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'review' | 'remove'; readonly server: McpServerView };

/** Servers of tools: where they are, how they do, and what of them an administrator approved. */
export function McpScreen() {
  const t = useText(mcpWords);
  useTitle(t.title);
  const overview = useQuery({ ...mcpQuery(), refetchOnMount: 'always' });
  return (
    <main className="v-main v-admin__full" id="content" tabIndex={-1}>
      <div className="v-section">
        <h1 className="v-title">{t.title}</h1>
        <p className="v-muted v-source__lead">{t.lead}</p>
      </div>
      <div className="v-section">
        {overview.isPending && <Loading lines={6} />}
        {overview.data === undefined && overview.error !== null && (
          <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
        )}
        {overview.data !== undefined && <Servers overview={overview.data} />}
      </div>
    </main>
  );
}

function Servers({ overview: { servers, commandsAllowed } }: { overview: McpOverview }) {
  const t = useText(mcpWords);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => {
    setOpen(null);
  };
  const add = (
    <Button
      icon="plus"
      onPress={() => {
        setOpen({ kind: 'new' });
      }}
    >
      {t.addServer}
    </Button>
  );
  return (
    <div className="v-mcp">
      {servers.length === 0 ? (
        <EmptyState icon="server" title={t.none} action={add}>
          {t.noneHint}
        </EmptyState>
      ) : (
        <>
          <div>{add}</div>
          <ul className="v-mcp__cards">
            {servers.map((server) => (
              <ServerCard
                key={server.uid}
                server={server}
                onOpen={(kind) => {
                  setOpen({ kind, server });
                }}
              />
            ))}
          </ul>
        </>
      )}
      {open?.kind === 'new' && (
        <ServerDialog server={null} commandsAllowed={commandsAllowed} onClose={close} />
      )}
      {open?.kind === 'edit' && (
        <ServerDialog server={open.server} commandsAllowed={commandsAllowed} onClose={close} />
      )}
      {open?.kind === 'review' && <ReviewDialog server={open.server} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog server={open.server} onClose={close} />}
    </div>
  );
}
