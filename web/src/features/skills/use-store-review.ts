import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SkillReview } from '../../../../src/contracts/index.ts';
import { queries } from '../../lib/queries.ts';

/** Shows an answer of the server as the current review, and has everything that follows from it read again. */
export function useStoreReview(): (review: SkillReview) => void {
  const client = useQueryClient();
  return useCallback(
    (review) => {
      const { uid } = review.skill;
      client.setQueryData(queries.skillReview(uid).queryKey, review);
      void client.invalidateQueries({ queryKey: queries.skills().queryKey, exact: true });
      void client.invalidateQueries({ queryKey: ['skills', uid, 'history'] });
      void client.invalidateQueries({ queryKey: ['catalogue'] });
      void client.invalidateQueries({ queryKey: ['audit'] });
    },
    [client],
  );
}
