import type { WebhookView } from '../../../../src/contracts/index.ts';
import {
  Button,
  ConfirmDialog,
  Dialog,
  Note,
  RemovalDialog,
  useCopy,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useWebhookChange, webhookApi } from './webhook-queries.ts';
import { webhookWords } from './words.ts';

/** A secret as it is copied, this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useText(webhookWords);
  const copy = useCopy();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={40}
      title={t.secretTitle}
      actions={
        <>
          <Button icon="copy" onPress={() => void copy(secret, t.copied)}>
            {t.copy}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <div className="v-webhooks">
        <code className="v-mono v-webhooks__secret">{secret}</code>
        <p className="v-caption">{t.secretUse}</p>
        <Note tone="warn">{t.secretHint}</Note>
      </div>
    </Dialog>
  );
}

/** Asks before a secret is replaced. */
export function RotateDialog(props: {
  webhook: WebhookView;
  onClose: () => void;
  onSecret: (secret: string) => void;
}) {
  const { webhook, onClose, onSecret } = props;
  const t = useText(webhookWords);
  const rotate = useWebhookChange(
    () => webhookApi.rotate(webhook.id),
    ({ secret }) => {
      onSecret(secret);
    },
  );
  return (
    <ConfirmDialog
      title={t.secretOf(webhook.name)}
      action={t.secretMake}
      isPending={rotate.isPending}
      error={rotate.error}
      onConfirm={() => {
        rotate.mutate(undefined);
      }}
      onClose={onClose}
    >
      <p>{t.secretQuestion}</p>
    </ConfirmDialog>
  );
}

/** Asks before a webhook and what it waits for are forgotten. */
export function RemoveDialog(props: { webhook: WebhookView; onClose: () => void }) {
  const { webhook, onClose } = props;
  const t = useText(webhookWords);
  const remove = useWebhookChange(() => webhookApi.remove(webhook.id), onClose);
  return (
    <RemovalDialog words={t} name={webhook.name} removal={remove} onClose={onClose}>
      {t.removeHint}
    </RemovalDialog>
  );
}
