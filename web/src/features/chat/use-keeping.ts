import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ConversationView } from '../../../../src/contracts/index.ts';
import { useToast } from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';

export interface Keeping {
  /** Each resolves to whether the server did it; a refusal is said in a toast. */
  readonly rename: (uuid: string, title: string) => Promise<boolean>;
  readonly pin: (uuid: string, pinned: boolean) => Promise<boolean>;
  readonly archive: (uuid: string) => Promise<boolean>;
  readonly unarchive: (uuid: string) => Promise<boolean>;
  readonly remove: (uuid: string) => Promise<boolean>;
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
  const attempt = useCallback(
    async (work: () => Promise<void>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        toast(errorText(error));
        return false;
      } finally {
        void client.invalidateQueries({ queryKey: ['conversations'] });
      }
    },
    [client, errorText, toast],
  );
  return useMemo(
    () => ({
      rename: (uuid, title) =>
        attempt(async () => {
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
        attempt(async () => {
          await api.deleteConversation(uuid);
          onGone(uuid);
        }),
    }),
    [attempt, onChanged, onGone],
  );
}
