import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Button, Note } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import {
  useAnnouncedPoint,
  useFirstDigest,
  useLabelInList,
  usePageChanges,
  useSettledCards,
  useStart,
} from './chat-effects.ts';
import { AttachButton, WaitingFiles } from './attachments.tsx';
import { FileDrop } from './file-drop.tsx';
import { ChatHeader } from './chat-header.tsx';
import type { ChatPanelProps } from './chat-props.ts';
import { Composer } from './composer.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import { ConversationTabs } from './conversation-tabs.tsx';
import { Conversation } from './conversation.tsx';
import { EmptyConversation } from './empty-conversation.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { TourHeader } from './tour-header.tsx';
import { useChatActions } from './use-chat-actions.ts';
import type { ChatTabs } from './use-chat-tabs.ts';
import { useConversation } from './use-conversation.ts';
import { useHighlight } from './use-highlight.ts';
import { useOnline } from './use-online.ts';
import { useUndo } from './use-undo.ts';
import { WaitingCard } from './waiting-card.tsx';
import { chatWords } from './words.ts';

/** One conversation, with everything one can do in it. */
export function OpenChat(props: ChatPanelProps & { readonly tabs: ChatTabs }) {
  const { page, startSkillUid = null, onStarted, onHighlight, onClearHighlight } = props;
  const { onPageChanged, onSettled, onShowPage, headStart, headEnd, tabs } = props;
  const t = useText(chatWords);
  const { locale } = useLocale();
  const handle = useConversation(page.uid, locale, tabs);
  const { conversation, phase } = handle;
  const actions = useChatActions(handle);
  const online = useOnline();
  const catalogue = useQuery(queries.catalogue(page.uid));
  const mark = useHighlight(conversation, onHighlight, onClearHighlight);
  const { refresh } = handle;
  const undo = useUndo(
    useCallback(() => {
      onPageChanged?.();
      void refresh();
    }, [onPageChanged, refresh]),
  );
  usePageChanges(handle, props);
  useSettledCards(handle, onSettled);
  useAnnouncedPoint(handle);
  useStart({ handle, actions, startSkillUid, onStarted });
  useLabelInList(handle, tabs.absorb);
  const firstDigest = useFirstDigest(handle);
  const mayApprove = useMe().mayApproveOwn;
  const files = {
    isDisabled: phase !== 'ready' || actions.running !== null || !online,
    onFiles: (chosen: readonly File[]) => void actions.attach(chosen),
  };

  return (
    <section className="v-chat" aria-label={t.assistant}>
      <ChatHeader
        process={conversation?.process ?? null}
        isRevoked={conversation !== null && conversation.revoked !== null}
        start={headStart}
        end={
          <>
            {!tabs.isPending && (
              <ConversationMenu
                page={page.uid}
                conversation={conversation}
                tabs={tabs}
                onChanged={handle.absorb}
              />
            )}
            {headEnd}
          </>
        }
      />
      <ConversationTabs {...tabs} />
      {conversation !== null && (
        <TourHeader
          conversation={conversation}
          page={page}
          isEnding={actions.running === 'end'}
          onEnd={() => void actions.end()}
        />
      )}
      <Conversation
        handle={handle}
        page={page}
        undo={undo}
        catalogue={catalogue.data ?? []}
        isStarting={actions.running === 'start'}
        isStopping={actions.running === 'stop'}
        onStop={() => void actions.stop()}
        onStart={(skillUid) => void actions.send('', skillUid)}
        onNew={tabs.openNew}
        empty={
          <EmptyConversation
            catalogue={catalogue.data ?? null}
            error={catalogue.error}
            onRetry={() => void catalogue.refetch()}
            isBusy={actions.running !== null}
            onStart={(skillUid) => void actions.send('', skillUid)}
          />
        }
        card={
          conversation?.card == null ? null : (
            <WaitingCard
              conversation={conversation}
              card={conversation.card}
              isNew={conversation.card.digest !== firstDigest}
              lock={actions.running !== null ? 'sending' : online ? null : 'offline'}
              mayApprove={mayApprove}
              refusal={cardRefusal(actions)}
              onAnswer={(answer, digest) => void actions.decide(digest, answer)}
              onInput={(input, digest) => void actions.answer(digest, input)}
              onShow={
                mark === null
                  ? null
                  : () => {
                      onHighlight?.(mark);
                      onShowPage?.();
                    }
              }
            />
          )
        }
        settledRefusal={
          conversation?.card == null && cardRefusal(actions) !== null ? (
            <RefusalNote
              refusal={actions.refusal}
              onDismiss={actions.dismissRefusal}
              onNew={tabs.openNew}
            />
          ) : null
        }
      />
      <FileDrop {...files}>
        {handle.connectionLost && (
          <div className="v-chat__lost">
            <Note tone="warn" icon="offline">
              {t.connectionLost}
            </Note>
          </div>
        )}
        {actions.refusal !== null && cardRefusal(actions) === null && (
          <RefusalNote refusal={actions.refusal} onDismiss={actions.dismissRefusal} />
        )}
        {phase === 'failed' && <Button onPress={() => void handle.refresh()}>{t.tryAgain}</Button>}
        {/* Until it is known which conversation this is, what is typed would belong to none. */}
        {phase !== 'failed' && !tabs.isPending && (
          <Composer
            pageUid={page.uid}
            conversationUuid={tabs.active.uuid}
            conversation={conversation}
            isReady={phase === 'ready'}
            isSending={isSending(actions)}
            isOnline={online}
            catalogue={catalogue}
            onSend={actions.send}
            onPasteFiles={files.isDisabled ? null : files.onFiles}
            attach={<AttachButton {...files} />}
            files={
              <WaitingFiles
                conversationUuid={conversation?.uuid ?? null}
                files={conversation?.attachments ?? []}
                imagesUnseen={conversation?.imagesUnseen === true}
                isReading={actions.running === 'attach'}
                onRemove={(file) => void actions.detach(file)}
              />
            }
          />
        )}
      </FileDrop>
    </section>
  );
}

/** Stopping and attaching leave the message as it is. */
function isSending({ running }: ReturnType<typeof useChatActions>): boolean {
  return running !== null && running !== 'stop' && running !== 'attach';
}

function cardRefusal({ refusal }: ReturnType<typeof useChatActions>) {
  return refusal?.action === 'decide' || refusal?.action === 'answer' ? refusal : null;
}
