import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { InboxItem, PendingCard } from '../../../../src/contracts/index.ts';
import { AnswerButton, Badge, Note, Time, useAnnounce } from '../../components/index.ts';
import { ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import '../chat/chat.css';
import { CallDetails } from '../chat/call-details.tsx';
import { FieldProposal } from '../chat/field-proposal.tsx';
import { InputCard } from '../chat/input-card.tsx';
import { RefusalNote } from '../chat/refusal-note.tsx';
import { runName } from '../runs/run-name.ts';
import { strings as runStrings } from '../runs/strings.ts';
import { strings } from './strings.ts';

type Decision =
  | { readonly kind: 'approve' | 'deny' }
  | { readonly kind: 'answer'; readonly input: Record<string, unknown> };

interface WaitingRunProps {
  readonly item: InboxItem;
  /** After an answer a call failed, and it is not known whether it changed anything. The card is gone by then. */
  readonly onUnknown?: (() => void) | undefined;
}

/** One waiting run: what it asks, and either the answers or why they are not here. */
export function WaitingRun({ item, onUnknown }: WaitingRunProps) {
  const t = useText(strings);
  const runWords = useText(runStrings);
  const { card, page } = item;
  const name = runName(item, runWords);
  const inChat = item.refusals.deny === 'decide_in_chat';
  return (
    <article className="v-proposal v-inboxcard" aria-label={`${name}, ${page?.title ?? ''}`}>
      <header className="v-proposal__head">
        <h2 className="v-proposal__field">
          {name}
          {page !== null && (
            <span>
              {' · '}
              <Link to={`/pages/${String(page.uid)}`}>{page.title}</Link>
            </span>
          )}
        </h2>
        {item.requiresSecondApprover && (
          <Badge tone="info">
            {card?.forAdministrators === true ? t.fourEyesOfAdministrators : t.fourEyes}
          </Badge>
        )}
      </header>
      <div className="v-proposal__part">
        <p className="v-caption">
          {item.startedBy === '' ? t.byService : t.startedBy(item.startedBy)} ·{' '}
          <Time atMs={item.createdAtMs} form="relative" /> ·{' '}
          {t.configuration(item.configurationName)} ·{' '}
          <Link to={`/runs/${item.uuid}`}>{t.inspect}</Link>
        </p>
      </div>
      {item.isWithheld && (
        <div className="v-proposal__part">
          <Note icon="lock">{withheldText(item, t)}</Note>
        </div>
      )}
      {!item.isWithheld && card?.kind === 'approval' && <Calls card={card} />}
      {inChat ? <ElsewhereNote item={item} /> : <Answer {...{ item, onUnknown }} />}
    </article>
  );
}

function withheldText(
  { withheldBecause, refusals }: InboxItem,
  t: Pick<(typeof strings)['en'], 'withheld' | 'withheldTool' | 'withheldElsewhere'>,
): string {
  if (withheldBecause !== 'no_record') return t.withheld;
  return refusals.approve === 'approver_not_permitted' ? t.withheldTool : t.withheldElsewhere;
}

function Calls({ card }: { card: PendingCard }) {
  return card.calls.map((call) =>
    call.preview.fields.length === 0 ? (
      <CallDetails key={call.callId} call={call} />
    ) : (
      call.preview.fields.map((field) => (
        <FieldProposal
          key={`${call.callId}-${String(field.uid)}-${field.field}`}
          field={field}
          lang={undefined}
          isNamed
        />
      ))
    ),
  );
}

/** A process is read here and answered in its conversation (PRC-04). */
function ElsewhereNote({ item }: { item: InboxItem }) {
  const t = useText(strings);
  const { page, isMine } = item;
  return (
    <div className="v-proposal__part">
      <Note icon="info">
        {t.elsewhere[isMine ? 'decide_in_chat_mine' : 'decide_in_chat']}{' '}
        {isMine && page !== null && (
          <Link to={`/pages/${String(page.uid)}`}>{t.toConversation}</Link>
        )}
      </Note>
    </div>
  );
}

function Answer({ item, onUnknown }: WaitingRunProps) {
  const t = useText(strings);
  const announce = useAnnounce();
  const client = useQueryClient();
  const { card, refusals } = item;
  const elsewhere: Readonly<Record<string, string>> = t.elsewhere;
  const decide = useMutation({
    mutationFn: (decision: Decision) => carryOut(item, decision),
    onSuccess: ({ message, outcome, effectUnknown }) => {
      announce(effectUnknown === true ? t.unknown : t.done(message === '' ? outcome : message));
      if (effectUnknown === true) onUnknown?.();
    },
    onSettled: () => client.invalidateQueries(queries.inbox()),
  });
  const refusal =
    decide.error === null
      ? null
      : {
          action: 'decide' as const,
          code: decide.error instanceof ApiError ? decide.error.code : 'internal',
          message: decide.error.message,
        };
  const blocked = refusals.approve ?? (item.isWithheld ? 'withheld' : null);
  if (card?.kind === 'input') {
    if (item.isWithheld) return <p className="v-proposal__part v-muted">{t.noAnswer}</p>;
    return (
      <InputCard
        key={card.digest}
        card={card}
        reason=""
        lock={decide.isPending ? 'sending' : null}
        refusal={refusal}
        onAnswer={(input) => {
          decide.mutate({ kind: 'answer', input });
        }}
      />
    );
  }
  return (
    <div className="v-answers" role="group" aria-label={t.answerGroup}>
      {refusal !== null && (
        <div className="v-answers__note">
          <RefusalNote refusal={refusal} />
        </div>
      )}
      {(['approve', 'deny'] as const).map((kind) => {
        const isBlocked = kind === 'approve' ? blocked !== null : refusals.deny !== null;
        return (
          <AnswerButton
            key={kind}
            consequence={kind === 'approve' ? t.approveEffect : t.denyEffect}
            {...(kind === 'approve' && !isBlocked ? { variant: 'primary' as const } : {})}
            isDisabled={isBlocked || decide.isPending}
            isPending={decide.isPending && decide.variables.kind === kind}
            onPress={() => {
              decide.mutate({ kind });
            }}
          >
            {t[kind]}
          </AnswerButton>
        );
      })}
      {refusals.approve !== null && (
        <p className="v-answers__why" role="status">
          {elsewhere[reasonKey(refusals.approve, card)] ?? refusals.approve}
        </p>
      )}
    </div>
  );
}

/** Whose approval is wanted of somebody else hangs on what is called. */
function reasonKey(code: string, card: PendingCard | null): string {
  return code === 'self_approval' && card?.forAdministrators === true
    ? 'self_approval_of_administrators'
    : code;
}

function carryOut({ uuid, card }: InboxItem, decision: Decision) {
  const digest = card?.digest ?? '';
  switch (decision.kind) {
    case 'approve':
      return api.approveRun(uuid, digest);
    case 'deny':
      return api.denyRun(uuid, digest);
    case 'answer':
      return api.answerRun(uuid, { cardDigest: digest, input: decision.input });
  }
}
