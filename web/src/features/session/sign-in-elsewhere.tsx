import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import {
  SignInChoice,
  SignInElsewhere as Answer,
  SignInProblem,
} from '../../../../src/contracts/index.ts';
import { Button, ErrorLine, Note } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { requestAs } from '../../lib/request.ts';
import { strings } from './strings.ts';

/** Buttons to sign in with an account elsewhere, and why somebody who came back from there is not signed in. */
export function SignInElsewhere({ next }: { next: string }) {
  const t = useText(strings);
  const choices = useQuery({
    queryKey: ['sign-in-choices'],
    queryFn: ({ signal }) => requestAs(z.array(SignInChoice), '/api/sign-in-choices', { signal }),
  });
  const start = useMutation({
    mutationFn: (provider: string) =>
      requestAs(Answer, '/api/auth/sign-in/elsewhere', {
        method: 'POST',
        body: { provider, next },
      }),
    onSuccess: ({ url }) => {
      window.location.assign(url);
    },
  });
  // Without the list people still sign in with a password.
  const providers = choices.data ?? [];
  if (providers.length === 0) return null;
  return (
    <div className="v-form">
      <p className="v-caption">{t.or}</p>
      {start.error !== null && <ErrorLine error={start.error} />}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          wide
          isPending={start.isPending && start.variables === id}
          onPress={() => {
            start.mutate(id);
          }}
        >
          {t.signInWith(name)}
        </Button>
      ))}
    </div>
  );
}

/** What the address says of a sign-in that did not come to its end. */
export function SignInTrouble() {
  const t = useText(strings);
  const [search] = useSearchParams();
  const problem = SignInProblem.safeParse(search.get('problem'));
  if (!problem.success) return null;
  return (
    <div role="alert">
      <Note tone="warn">{t.problems[problem.data]}</Note>
    </div>
  );
}
