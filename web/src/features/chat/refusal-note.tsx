import { Button, Icon, IconButton } from '../../components/index.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { attachWords } from './attach-words.ts';
import { keepWords } from './keep-words.ts';
import { stopAdvice } from './model/stop-advice.ts';
import type { Refusal } from './use-chat-actions.ts';
import { chatWords } from './words.ts';

interface RefusalNoteProps {
  readonly refusal: Refusal | null;
  readonly onDismiss?: () => void;
  /** Opens an empty conversation: offered where this one cannot go on. */
  readonly onNew?: () => void;
}

/** What was refused, why, and what to do now (WEB-06). It stays until it is put away or the next attempt begins. */
export function RefusalNote({ refusal, onDismiss, onNew }: RefusalNoteProps) {
  const t = useText(chatWords);
  const { locale } = useLocale();
  const { stopFailed, open } = useText(keepWords);
  const { failed: attachFailed } = useText(attachWords);
  const errorText = useErrorText();
  const failed = {
    send: t.send.failed,
    start: t.start.failed,
    end: t.end.failed,
    stop: stopFailed,
    attach: attachFailed,
  };
  if (refusal === null) return null;
  const { code, message } = refusal;
  const { what, next } =
    refusal.action === 'attach'
      ? { what: errorText(new ApiError(code, message, { status: 0 })), next: '' }
      : stopAdvice(code, message, locale);
  const title =
    refusal.action === 'decide' || refusal.action === 'answer' ? null : failed[refusal.action];
  return (
    <div className="v-note v-note--warn v-chat__refusal" role="alert">
      <Icon name="alert" />
      <div>
        {title !== null && <b>{title} </b>}
        {title === null ? <b>{what}</b> : what} {next}
        {code === 'predecessor_missing' && onNew !== undefined && (
          <p>
            <Button size="sm" onPress={onNew}>
              {open}
            </Button>
          </p>
        )}
      </div>
      {onDismiss !== undefined && <IconButton icon="close" label={t.dismiss} onPress={onDismiss} />}
    </div>
  );
}
