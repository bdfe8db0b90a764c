import { WebhookEventType, type WebhookView } from '../../../../src/contracts/index.ts';
import { ChoiceList, FormDialog, Note, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useForm } from '../../lib/use-form.ts';
import { formOf, sentOf, wrongFields, type WebhookForm } from './webhook-form.ts';
import { useWebhookChange, webhookApi } from './webhook-queries.ts';
import { webhookWords } from './words.ts';

interface WebhookDialogProps {
  /** `null`: a new one is added. */
  readonly webhook: WebhookView | null;
  readonly onClose: () => void;
  /** The secret of a new one, to be shown this once. */
  readonly onSecret: (secret: string) => void;
}

/** Enters a webhook or changes one. */
export function WebhookDialog({ webhook, onClose, onSecret }: WebhookDialogProps) {
  const t = useText(webhookWords);
  const save = useWebhookChange(
    async (filled: WebhookForm): Promise<string | null> => {
      if (webhook === null) return (await webhookApi.add(sentOf(filled))).secret;
      await webhookApi.change(webhook.id, sentOf(filled));
      return null;
    },
    (secret) => {
      if (secret === null) onClose();
      else onSecret(secret);
    },
  );
  const { form, change, field, submit } = useForm<WebhookForm>({
    initial: () => formOf(webhook),
    wrongFields,
    onSubmit: save.mutate,
  });
  const { error: noEvents } = field('events', t.eventsWrong);
  return (
    <FormDialog
      title={webhook === null ? t.add : t.editOf(webhook.name)}
      isNew={webhook === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField {...field('name', t.nameWrong)} label={t.name} isRequired />
      <TextField {...field('url', t.urlWrong)} label={t.url} help={t.urlHelp} isRequired mono />
      <ChoiceList
        label={t.events}
        options={WebhookEventType.options.map((id) => ({ id, name: t.types[id] }))}
        value={form.events}
        onChange={(chosen) => {
          change({ events: WebhookEventType.options.filter((type) => chosen.includes(type)) });
        }}
      />
      {noEvents !== undefined && <Note tone="warn">{noEvents}</Note>}
    </FormDialog>
  );
}
