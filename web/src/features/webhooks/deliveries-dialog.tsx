import { useQuery } from '@tanstack/react-query';
import type { WebhookDelivery, WebhookView } from '../../../../src/contracts/index.ts';
import { Badge, Button, Dialog, ErrorLine, Loaded, Table, Time } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { answerText } from './answer-text.ts';
import { deliveriesQuery, useWebhookChange, webhookApi } from './webhook-queries.ts';
import { webhookWords } from './words.ts';

const TONES = { waiting: 'plain', delivered: 'ok', given_up: 'warn' } as const;

/** What was sent to a webhook, and what became of it. */
export function DeliveriesDialog(props: { webhook: WebhookView; onClose: () => void }) {
  const { webhook, onClose } = props;
  const t = useText(webhookWords);
  const deliveries = useQuery({ ...deliveriesQuery(webhook.id), refetchOnMount: 'always' });
  const again = useWebhookChange((delivery: string) => webhookApi.sendAgain(webhook.id, delivery));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={56}
      title={t.deliveriesOf(webhook.name)}
      description={t.deliveriesLead}
      actions={<Button onPress={onClose}>{t.close}</Button>}
    >
      <Loaded query={deliveries}>
        {(all) =>
          all.length === 0 ? (
            <p className="v-muted">{t.noDeliveries}</p>
          ) : (
            <DeliveryTable deliveries={all} webhook={webhook} onAgain={again.mutate} />
          )
        }
      </Loaded>
      {again.error !== null && <ErrorLine error={again.error} />}
    </Dialog>
  );
}

function DeliveryTable(props: {
  deliveries: readonly WebhookDelivery[];
  webhook: WebhookView;
  onAgain: (delivery: string) => void;
}) {
  const t = useText(webhookWords);
  return (
    <Table
      label={t.deliveriesOf(props.webhook.name)}
      rows={props.deliveries}
      rowKey={({ id }) => id}
      columns={[
        { id: 'event', label: t.event, cell: ({ type }) => t.types[type] },
        { id: 'when', label: t.when, cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
        {
          id: 'state',
          label: t.state,
          cell: ({ state, nextAtMs, attempts }) => (
            <>
              <Badge tone={TONES[state]}>{t.states[state]}</Badge>
              {nextAtMs !== null && attempts > 0 && (
                <span className="v-caption">
                  {' '}
                  {t.nextTry} <Time atMs={nextAtMs} form="relative" />
                </span>
              )}
            </>
          ),
        },
        { id: 'attempts', label: t.attempts, cell: ({ attempts }) => String(attempts) },
        {
          id: 'answer',
          label: t.answer,
          cell: (delivery) => <span className="v-wrap">{answerText(t, delivery)}</span>,
        },
        {
          id: 'actions',
          label: t.actions,
          cell: ({ id, type, state }) =>
            state === 'waiting' ? null : (
              <Button
                size="sm"
                aria-label={t.againOf(t.types[type])}
                onPress={() => {
                  props.onAgain(id);
                }}
              >
                {t.again}
              </Button>
            ),
        },
      ]}
    />
  );
}
