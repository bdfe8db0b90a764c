import { useCallback, useState } from 'react';
import type { ConversationView } from '../../../../src/contracts/index.ts';
import { api } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { decisionFor, type CardAnswer } from './model/card-view.ts';
import { isOutdatedBy } from './model/stop-advice.ts';
import type { ConversationHandle } from './use-conversation.ts';

type ChatActionName = 'send' | 'start' | 'decide' | 'answer' | 'end' | 'stop' | 'attach';

/** A request that was refused or got no answer; shown until the next attempt or until it is put away. */
export interface Refusal {
  readonly action: ChatActionName;
  readonly code: string;
  readonly message: string;
}

export interface ChatActions {
  readonly running: ChatActionName | null;
  readonly refusal: Refusal | null;
  readonly dismissRefusal: () => void;
  /** Resolves to whether the server took it; when not, the text must stay where it is (WEB-06). */
  readonly send: (text: string, skillUid: number | null) => Promise<boolean>;
  /** Attaches files for the next message, one after the other, up to the first that is refused. */
  readonly attach: (files: readonly File[]) => Promise<boolean>;
  readonly detach: (attachment: string) => Promise<boolean>;
  readonly decide: (digest: string, answer: CardAnswer) => Promise<boolean>;
  readonly answer: (digest: string, input: Record<string, unknown>) => Promise<boolean>;
  readonly end: () => Promise<boolean>;
  /** Ends the turn that is at work; what was said stays. */
  readonly stop: () => Promise<boolean>;
}

/** What a person can do in a conversation. One thing at a time: while one is under way the others are locked. */
export function useChatActions(handle: ConversationHandle): ChatActions {
  const { absorb, ensure, refresh } = handle;
  const uuid = handle.conversation?.uuid ?? null;
  const [running, setRunning] = useState<ChatActionName | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const attempt = useCallback(
    async (action: ChatActionName, work: () => Promise<ConversationView>) => {
      setRunning(action);
      setRefusal(null);
      try {
        absorb(await work());
        return true;
      } catch (error) {
        const { code, message } = error instanceof ApiError ? error : unknownError(error);
        setRefusal({ action, code, message });
        if (isOutdatedBy(code)) await refresh();
        return false;
      } finally {
        setRunning(null);
      }
    },
    [absorb, refresh],
  );
  const inConversation = useCallback(
    (action: ChatActionName, work: (uuid: string) => Promise<ConversationView>) =>
      uuid === null ? Promise.resolve(false) : attempt(action, () => work(uuid)),
    [attempt, uuid],
  );

  return {
    running,
    refusal,
    dismissRefusal: useCallback(() => {
      setRefusal(null);
    }, []),
    send: useCallback(
      (text, skillUid) =>
        attempt(skillUid === null ? 'send' : 'start', async () => {
          const { uuid: target, attachments } = await ensure();
          return api.sendMessage(target, {
            text,
            ...(skillUid === null ? {} : { skillUid }),
            ...(attachments.length === 0
              ? {}
              : { attachments: attachments.map((file) => file.uuid) }),
          });
        }),
      [attempt, ensure],
    ),
    attach: useCallback(
      (files) =>
        attempt('attach', async () => {
          let view = await ensure();
          for (const file of files) {
            view = await api.attach(view.uuid, file);
            absorb(view);
          }
          return view;
        }),
      [absorb, attempt, ensure],
    ),
    detach: useCallback(
      (attachment) => inConversation('attach', (target) => api.detach(target, attachment)),
      [inConversation],
    ),
    decide: useCallback(
      (digest, answer) =>
        inConversation('decide', (target) => api.decide(target, decisionFor(answer, digest))),
      [inConversation],
    ),
    answer: useCallback(
      (cardDigest, input) =>
        inConversation('answer', (target) => api.answerInput(target, { cardDigest, input })),
      [inConversation],
    ),
    stop: useCallback(
      () => inConversation('stop', (target) => api.stopTurn(target)),
      [inConversation],
    ),
    end: useCallback(
      () => inConversation('end', (target) => api.endProcess(target)),
      [inConversation],
    ),
  };
}

function unknownError(error: unknown): { code: string; message: string } {
  return { code: 'internal', message: error instanceof Error ? error.message : '' };
}
