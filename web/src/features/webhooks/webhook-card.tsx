import type { WebhookDelivery, WebhookView } from '../../../../src/contracts/index.ts';
import { Badge, Button, ErrorLine, Note, Time } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { answerText } from './answer-text.ts';
import { useWebhookChange, webhookApi } from './webhook-queries.ts';
import { webhookWords } from './words.ts';

interface WebhookCardProps {
  readonly webhook: WebhookView;
  readonly onOpen: (what: 'edit' | 'deliveries' | 'rotate' | 'remove') => void;
}

/** One webhook: what it is told of, how its deliveries stand, and what can be done with it. */
export function WebhookCard({ webhook, onOpen }: WebhookCardProps) {
  const t = useText(webhookWords);
  const { id, name, isActive } = webhook;
  const titleId = `webhook-${id}`;
  const test = useWebhookChange(() => webhookApi.test(id));
  const change = useWebhookChange(() => webhookApi.change(id, { isActive: !isActive }));
  const acts = [
    ['deliveries', t.deliveries, t.deliveriesOf(name)],
    ['edit', t.edit, t.editOf(name)],
    ['rotate', t.secret, t.secretOf(name)],
    ['remove', t.remove, t.removeOf(name)],
  ] as const;
  return (
    <li>
      <article className="v-card" aria-labelledby={titleId}>
        <div className="v-card__head v-webhooks__head">
          <div className="v-wrap">
            <h2 className="v-h" id={titleId}>
              {name}
            </h2>
            <p className="v-caption v-mono v-wrap">{webhook.url}</p>
          </div>
          <Badge tone={isActive ? 'ok' : 'draft'}>{isActive ? t.active : t.paused}</Badge>
          <div className="v-acts">
            <Button
              size="sm"
              icon="test"
              aria-label={t.testOf(name)}
              isPending={test.isPending}
              onPress={() => {
                test.mutate(undefined);
              }}
            >
              {test.isPending ? t.testing : t.test}
            </Button>
            <Button
              size="sm"
              aria-label={isActive ? t.pauseOf(name) : t.resumeOf(name)}
              isPending={change.isPending}
              onPress={() => {
                change.mutate(undefined);
              }}
            >
              {isActive ? t.pause : t.resume}
            </Button>
            {acts.map(([kind, label, described]) => (
              <Button
                key={kind}
                size="sm"
                aria-label={described}
                onPress={() => {
                  onOpen(kind);
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        </div>
        <div className="v-card__body v-webhooks">
          <p className="v-acts">
            {webhook.events.map((type) => (
              <Badge key={type}>{t.types[type]}</Badge>
            ))}
          </p>
          <Standing webhook={webhook} />
          <div role="status" className="v-wrap">
            {test.data !== undefined && <TestNote delivery={test.data} />}
            {test.error !== null && <ErrorLine error={test.error} />}
            {change.error !== null && <ErrorLine error={change.error} />}
          </div>
        </div>
      </article>
    </li>
  );
}

function TestNote({ delivery }: { delivery: WebhookDelivery }) {
  const t = useText(webhookWords);
  switch (delivery.state) {
    case 'delivered':
      return <Note icon="ok">{t.tested}</Note>;
    case 'given_up':
      return <Note tone="warn">{t.testFailed(answerText(t, delivery))}</Note>;
    case 'waiting':
      return <Note>{t.testWaits}</Note>;
  }
}

function Standing({ webhook }: { webhook: WebhookView }) {
  const t = useText(webhookWords);
  const { waiting, givenUp, lastDeliveredAtMs, formerSecretUntilMs, isActive } = webhook;
  return (
    <>
      {!isActive && <p className="v-muted">{t.pausedHint}</p>}
      <p className="v-caption">
        {t.waiting(waiting)} · {t.givenUp(givenUp)} ·{' '}
        {lastDeliveredAtMs === null ? (
          t.neverDelivered
        ) : (
          <>
            {t.lastDelivered} <Time atMs={lastDeliveredAtMs} form="relative" />
          </>
        )}
        {formerSecretUntilMs !== null && (
          <>
            {' '}
            · {t.formerUntil} <Time atMs={formerSecretUntilMs} />
          </>
        )}
      </p>
    </>
  );
}
