import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ConversationView } from '../../../../src/contracts/index.ts';
import { useToast } from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';

export interface Keeping {
  /** Rejects when the server did not do it; who asked says so. */
  readonly rename: (uuid: string, title: string) => Promise<void>;
  readonly remove: (uuid: string) => Promise<void>;
  /** A refusal of these is said in a toast. */
  readonly pin: (uuid: string, pinned: boolean) => Promise<void>;
  readonly archive: (uuid: string) => Promise<void>;
  readonly unarchive: (uuid: string) => Promise<void>;
}

/** What one can do with one's conversations, from the list or from the panel. */
export function useKeeping(told: {
  readonly onChanged: (view: ConversationView) => void;
  readonly onGone: (uuid: string) => void;
}): Keeping {
  const { onChanged, onGone } = told;
  const client = useQueryClient();
  const toast = useToast();
  const errorText = useErrorText();
  const carryOut = useCallback(
    (work: () => Promise<void>) =>
      work().finally(() => void client.invalidateQueries({ queryKey: ['conversations'] })),
    [client],
  );
  const attempt = useCallback(
    (work: () => Promise<void>) =>
      carryOut(work).catch((error: unknown) => {
        toast(errorText(error), 'alert');
      }),
    [carryOut, errorText, toast],
  );
  return useMemo(
    () => ({
      rename: (uuid, title) =>
        carryOut(async () => {
          onChanged(await api.renameConversation(uuid, title));
        }),
      pin: (uuid, pinned) =>
        attempt(async () => {
          onChanged(await api.pinConversation(uuid, pinned));
        }),
      archive: (uuid) =>
        attempt(async () => {
          await api.archiveConversation(uuid);
          onGone(uuid);
        }),
      unarchive: (uuid) =>
        attempt(async () => {
          onChanged(await api.unarchiveConversation(uuid));
        }),
      remove: (uuid) =>
        carryOut(async () => {
          await api.deleteConversation(uuid);
          onGone(uuid);
        }),
    }),
    [attempt, carryOut, onChanged, onGone],
  );
}
