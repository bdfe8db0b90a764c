import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookView } from '../../../../src/contracts/index.ts';
import { AdministrationArea, Button, EmptyState, Loaded } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { RemoveDialog, RotateDialog, SecretDialog } from './secret-dialogs.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { webhooksQuery } from './webhook-queries.ts';
import { webhookWords } from './words.ts';
import './webhooks.css';

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'deliveries' | 'rotate' | 'remove'; readonly webhook: WebhookView }
  | { readonly kind: 'secret'; readonly secret: string };

/** Programs that are told of events: where they are, how deliveries to them stand, and their secrets. */
export function WebhooksScreen() {
  const t = useText(webhookWords);
  const webhooks = useQuery({ ...webhooksQuery(), refetchOnMount: 'always' });
  return (
    <AdministrationArea title={t.title} lead={t.lead}>
      <div className="v-section">
        <Loaded query={webhooks}>{(data) => <Webhooks webhooks={data} />}</Loaded>
      </div>
    </AdministrationArea>
  );
}

function Webhooks({ webhooks }: { webhooks: readonly WebhookView[] }) {
  const t = useText(webhookWords);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => {
    setOpen(null);
  };
  const show = (secret: string) => {
    setOpen({ kind: 'secret', secret });
  };
  const add = (
    <Button
      icon="plus"
      onPress={() => {
        setOpen({ kind: 'new' });
      }}
    >
      {t.add}
    </Button>
  );
  return (
    <div className="v-webhooks">
      {webhooks.length === 0 ? (
        <EmptyState icon="send" title={t.none} action={add} />
      ) : (
        <>
          <div>{add}</div>
          <ul className="v-cards">
            {webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                webhook={webhook}
                onOpen={(kind) => {
                  setOpen({ kind, webhook });
                }}
              />
            ))}
          </ul>
        </>
      )}
      {open?.kind === 'new' && <WebhookDialog webhook={null} onClose={close} onSecret={show} />}
      {open?.kind === 'edit' && (
        <WebhookDialog webhook={open.webhook} onClose={close} onSecret={show} />
      )}
      {open?.kind === 'deliveries' && <DeliveriesDialog webhook={open.webhook} onClose={close} />}
      {open?.kind === 'rotate' && (
        <RotateDialog webhook={open.webhook} onClose={close} onSecret={show} />
      )}
      {open?.kind === 'remove' && <RemoveDialog webhook={open.webhook} onClose={close} />}
      {open?.kind === 'secret' && <SecretDialog secret={open.secret} onClose={close} />}
    </div>
  );
}
