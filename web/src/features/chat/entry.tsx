import { memo } from 'react';
import type {
  AttachmentView,
  CatalogueEntry,
  ConversationEntry,
} from '../../../../src/contracts/index.ts';
import { Button, Icon } from '../../components/index.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { SentFiles } from './attachments.tsx';
import { keepWords } from './keep-words.ts';
import { budgetAdvice, stopAdvice, wasHandedBack } from './model/stop-advice.ts';
import { noticeText } from './notice-words.ts';
import { OutcomeRow } from './outcome-row.tsx';
import { TourSummaryCard } from './tour-summary-card.tsx';
import type { Undo } from './use-undo.ts';
import { chatWords } from './words.ts';

interface EntryProps {
  readonly conversationUuid: string;
  readonly entry: ConversationEntry;
  /** All entries, where one sums up others; `null` for any other, so that it is not drawn anew with every change. */
  readonly entries: readonly ConversationEntry[] | null;
  /** Whether the person wrote next. */
  readonly isAnsweredByMessage: boolean;
  readonly pageUid: number;
  readonly undo: Undo;
  /** What the last stopped turn can start again. */
  readonly restart: CatalogueEntry | null;
  readonly isStarting: boolean;
  readonly onStart: (skillUid: number) => void;
  /** Opens an empty conversation; of the last entry alone. */
  readonly onNew: (() => void) | null;
}

/** One entry of the conversation. It is drawn once: a long conversation costs no more while text arrives or is typed. */
export const Entry = memo(function Entry(props: EntryProps) {
  const { entry, entries, pageUid, undo } = props;
  const { locale } = useLocale();
  const { body } = entry;
  switch (body.kind) {
    case 'user':
      return (
        <UserEntry
          text={body.text}
          skillName={body.skillName}
          files={body.attachments ?? []}
          conversationUuid={props.conversationUuid}
        />
      );
    case 'assistant':
      return <AssistantEntry text={body.text} />;
    case 'notice':
      return (
        <div className="v-note">
          <Icon name="info" />
          <div>{noticeText(body.notice, locale)}</div>
        </div>
      );
    case 'outcome':
      return (
        <OutcomeRow
          outcome={body.outcome}
          undo={undo}
          isFollowedByMessage={props.isAnsweredByMessage}
        />
      );
    case 'stopped':
      return <StoppedEntry {...props} stopped={body} />;
    case 'tour_finished':
      return (
        <TourSummaryCard entry={entry} entries={entries ?? []} pageUid={pageUid} undo={undo} />
      );
  }
});

function UserEntry({
  text,
  skillName,
  files,
  conversationUuid,
}: {
  text: string;
  skillName: string | null;
  files: readonly AttachmentView[];
  conversationUuid: string;
}) {
  const t = useText(chatWords);
  return (
    <div className="v-msg v-msg--me">
      <span className="v-sr">{t.you}: </span>
      {skillName !== null && (
        <span className="v-chat__started">
          <Icon name="play" size="sm" />
          <span>
            {t.started}: <b>{skillName}</b>
          </span>
        </span>
      )}
      {text !== '' && <span className="v-chat__said">{text}</span>}
      <SentFiles files={files} conversationUuid={conversationUuid} />
    </div>
  );
}

function AssistantEntry({ text }: { text: string }) {
  const t = useText(chatWords);
  return (
    <div className="v-msg">
      <span className="v-sr">{t.assistantSays} </span>
      <Markdown source={text} headingLevel={4} />
    </div>
  );
}

type Stopped = Extract<ConversationEntry['body'], { kind: 'stopped' }>;

function StoppedEntry(props: EntryProps & { stopped: Stopped }) {
  const { stopped, restart, isStarting, onStart, onNew } = props;
  const { code, message, budget } = stopped;
  const t = useText(chatWords);
  const keep = useText(keepWords);
  const { locale } = useLocale();
  const { what, next } =
    budget === undefined ? stopAdvice(code, message, locale) : budgetAdvice(budget, locale);
  return (
    <div className="v-note v-note--warn v-chat__stopped">
      <Icon name={wasHandedBack(code) ? 'alert' : 'bad'} />
      <div>
        <p>
          {wasHandedBack(code) ? (
            <b>{what}</b>
          ) : (
            <>
              <b>{t.stopped.title}</b> {what}
            </>
          )}
        </p>
        {next !== '' && <p>{next}</p>}
        {code === 'predecessor_missing' && onNew !== null && (
          <Button size="sm" onPress={onNew}>
            {keep.open}
          </Button>
        )}
        {code !== 'predecessor_missing' && restart !== null && (
          <Button
            size="sm"
            isPending={isStarting}
            onPress={() => {
              onStart(restart.uid);
            }}
          >
            {t.stopped.startAgain}: {restart.name}
          </Button>
        )}
      </div>
    </div>
  );
}
