import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { McpOverview, McpServerView } from '../../../../src/contracts/index.ts';
import { AdministrationArea, Button, EmptyState, Loaded } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
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
  const overview = useQuery({ ...mcpQuery(), refetchOnMount: 'always' });
  return (
    <AdministrationArea title={t.title} lead={t.lead}>
      <div className="v-section">
        <Loaded query={overview}>{(data) => <Servers overview={data} />}</Loaded>
      </div>
    </AdministrationArea>
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
          <ul className="v-cards">
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
