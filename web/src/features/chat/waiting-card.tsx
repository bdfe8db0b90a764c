import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { ConversationView, PendingCard } from '../../../../src/contracts/index.ts';
import { Icon, IconButton, Note, PointNumber } from '../../components/index.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { NARROW, useMedia } from '../../lib/use-media.ts';
import { Answers } from './answers.tsx';
import { CallDetails } from './call-details.tsx';
import { cardWords } from './card-words.ts';
import { EarlierToggle, EarlierVariants } from './earlier-variants.tsx';
import { FieldProposal } from './field-proposal.tsx';
import { InputCard } from './input-card.tsx';
import { keepWords } from './keep-words.ts';
import { cardView, type CardAnswer, type CardLock, type CardView } from './model/card-view.ts';
import { quoted } from './model/outcome-line.ts';
import { splitWhy } from './model/why-text.ts';
import type { Refusal } from './use-chat-actions.ts';

interface WaitingCardProps {
  readonly conversation: ConversationView;
  readonly card: PendingCard;
  /** It came while the reader was here; a card found on arrival does not take the focus. */
  readonly isNew: boolean;
  readonly lock: CardLock | null;
  readonly mayApprove: boolean;
  readonly refusal: Refusal | null;
  readonly onAnswer: (answer: CardAnswer, digest: string) => void;
  readonly onInput: (input: Record<string, unknown>, digest: string) => void;
  /** Shows the place on the page again; `null` when the card is about no place. */
  readonly onShow: (() => void) | null;
}

/** What waits for an answer: the loudest thing in the conversation (CHT-04). */
export function WaitingCard(props: WaitingCardProps) {
  const { conversation, card, isNew, lock, mayApprove, refusal } = props;
  const { onAnswer, onInput, onShow } = props;
  const t = useText(cardWords);
  const headingId = useId();
  const heading = useFocusOnNew(card.digest, isNew);
  const view = cardView(card, {
    mayApprove,
    needsSecondPerson: conversation.needsSecondPerson,
  });
  const point = conversation.progress?.current ?? 0;
  const lang = conversation.language ?? undefined;
  const isNarrow = useMedia(NARROW);
  const earlierId = useId();
  const [isEarlierOpen, setEarlierOpen] = useState(false);
  const earlier = (
    <EarlierToggle
      variants={conversation.earlierVariants}
      listId={earlierId}
      isOpen={isEarlierOpen}
      onToggle={() => {
        setEarlierOpen(!isEarlierOpen);
      }}
    />
  );
  return (
    <article className="v-proposal" aria-labelledby={headingId} data-waiting-card="">
      <header className="v-proposal__head">
        {point > 0 && <PointNumber value={point} />}
        <h3 className="v-proposal__field" id={headingId} ref={heading} tabIndex={-1}>
          <CardTitle view={view} />
        </h3>
        {!isNarrow && earlier}
        {isNarrow && onShow !== null && <IconButton icon="eye" label={t.show} onPress={onShow} />}
      </header>
      <Revoked conversation={conversation} />
      {view.kind === 'input' ? (
        <InputCard
          // Another question starts empty; the same question, asked afresh, keeps what was typed.
          key={JSON.stringify([card.inputTool, card.inputSchema])}
          card={card}
          reason={reasonOf(conversation)}
          lock={lock}
          refusal={refusal}
          onAnswer={(input) => {
            onInput(input, card.digest);
          }}
        />
      ) : (
        <>
          {view.isGone && (
            <div className="v-proposal__part">
              <Note tone="warn">{t.gone}</Note>
            </div>
          )}
          {shownCalls(view, card).map((call) =>
            call.preview.fields.length === 0 ? (
              <CallDetails key={call.callId} call={call} />
            ) : (
              call.preview.fields.map((field, index) => (
                <FieldProposal
                  key={`${call.callId}-${String(field.uid)}-${field.field}-${String(index)}`}
                  field={field}
                  lang={lang}
                  isNamed={
                    view.fields.length > 1 || view.kind === 'approval' || view.action !== null
                  }
                  isWhole={view.action !== null}
                />
              ))
            ),
          )}
          <Notes view={view} />
          <Why text={reasonOf(conversation)} />
          {conversation.earlierVariants.length > 0 && (isNarrow || isEarlierOpen) && (
            <div className="v-proposal__more">
              {isNarrow && earlier}
              {isEarlierOpen && (
                <EarlierVariants
                  id={earlierId}
                  variants={conversation.earlierVariants}
                  lang={lang}
                />
              )}
            </div>
          )}
          <Answers
            key={card.digest}
            view={view}
            isRevoked={conversation.revoked !== null}
            lock={lock}
            refusal={refusal}
            onAnswer={(answer) => {
              onAnswer(answer, card.digest);
            }}
          />
        </>
      )}
    </article>
  );
}

/** The process lost its approval while the card waited, or lost it and has it again: said at once, not only when somebody presses Apply (PIN-04). */
function Revoked({ conversation }: { conversation: ConversationView }) {
  const t = useText(keepWords);
  const { revoked, approvedAgain = false, process } = conversation;
  const isSaid = revoked !== null || approvedAgain;
  const name = process?.name ?? '';
  return (
    <div role="status" {...(isSaid ? { className: 'v-proposal__part' } : {})}>
      {isSaid && (
        <Note tone="warn" icon="shield">
          {revoked === null ? t.approvedAgain(name) : t.revoked(name)}
          {revoked?.because && ` ${t.because(revoked.because)}`}
        </Note>
      )}
    </div>
  );
}

/** What a card is about, unless that is gone. */
function shownCalls(view: CardView, { calls }: PendingCard): PendingCard['calls'] {
  return view.isGone ? [] : calls;
}

/** Field and place of a single change; what kind of card it is otherwise. */
function CardTitle({ view }: { view: CardView }): ReactNode {
  const t = useText(cardWords);
  const { locale } = useLocale();
  const [field] = view.fields;
  if (view.kind === 'input') return t.question;
  if (view.action !== null) return view.action[locale];
  if (view.kind === 'approval') return t.approval;
  if (view.fields.length !== 1 || field === undefined) return t.proposal;
  return (
    <>
      {field.label[locale]}
      {field.place !== null && field.place !== '' && <span> · {quoted(field.place, locale)}</span>}
    </>
  );
}

/** What else the editor should know before answering: what stays behind, what refers to it, what is not written. */
function Notes({ view }: { view: CardView }) {
  const t = useText(cardWords);
  const { locale } = useLocale();
  if (view.isGone || view.notes.length === 0) return null;
  return (
    <ul className="v-proposal__part v-proposal__notes" aria-label={t.notes}>
      {view.notes.map((note, index) => (
        <li key={index}>
          <Icon name="alert" size="sm" /> {note[locale]}
        </li>
      ))}
    </ul>
  );
}

function Why({ text }: { text: string }) {
  const t = useText(cardWords);
  if (text === '') return <div className="v-proposal__why v-proposal__why--none" />;
  return (
    <div className="v-proposal__why">
      <Icon name="info" size="sm" className="v-sr" />
      <div>
        <b>{t.why}</b> <Markdown source={text} className="v-proposal__reason" />
      </div>
    </div>
  );
}

/** What the assistant said just before: the reason for this card. */
function reasonOf(conversation: ConversationView): string {
  const last = conversation.entries.at(-1);
  return last?.body.kind === 'assistant' ? splitWhy(last.body.text).why : '';
}

/**
 * Moves focus to the heading of a card that has just come, so that the next Tab is its first answer; never away from
 * somebody who is typing or working elsewhere. When the card goes, focus stays in the conversation.
 */
function useFocusOnNew(digest: string, isNew: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const element = heading.current;
    if (element === null || !isNew) return;
    const active = focused();
    const isTyping =
      (active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement) &&
      active.value !== '';
    const isElsewhere =
      active !== null &&
      active !== document.body &&
      element.closest('.v-chat')?.contains(active) !== true;
    if (!isTyping && !isElsewhere) element.focus({ preventScroll: true });
  }, [digest, isNew]);
  useLayoutEffect(() => {
    const card = heading.current?.closest('article');
    const region = heading.current?.closest<HTMLElement>('.v-chat__talk');
    return () => {
      if (card?.contains(focused()) === true) region?.focus({ preventScroll: true });
    };
  }, []);
  return heading;
}

/** What has the focus, inside shadow roots too: in somebody else's page the document names only the element around us. */
function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement != null) active = active.shadowRoot.activeElement;
  return active;
}
