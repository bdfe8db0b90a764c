import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useLocation, useNavigate } from 'react-router';
import type { PasswordLinkState } from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorLine,
  Loaded,
  PasswordField,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { ownWords } from './own-words.ts';
import { CodeForm } from './code-form.tsx';
import { passwordProblemOf } from './password-problem.ts';
import { accountApi, peopleQueries } from './people-queries.ts';
import { wantsCode } from './two-factor-api.ts';

/** Opened from an invitation or a link to a new password. The token is behind `#`, which no server is told. */
export function PasswordScreen() {
  const t = useText(ownWords);
  useTitle(t.newPassword);
  const token = useLocation().hash.slice(1);
  const state = useQuery({ ...peopleQueries.link(token), staleTime: Infinity });
  return (
    <main className="v-entry">
      <div className="v-card v-entry__sheet">
        <Loaded query={state} lines={4}>
          {(link) =>
            link.valid ? (
              <PasswordForm token={token} link={link} />
            ) : (
              <EmptyState
                title={t.linkInvalid}
                icon="key"
                isScreen
                action={<ButtonLink to="/sign-in">{t.signIn}</ButtonLink>}
              >
                {t.linkInvalidHint}
              </EmptyState>
            )
          }
        </Loaded>
      </div>
    </main>
  );
}

function PasswordForm({ token, link }: { token: string; link: PasswordLinkState }) {
  const t = useText(ownWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const goOn = async () => {
    client.clear();
    await navigate('/', { replace: true });
  };
  const set = useMutation({
    mutationFn: () => accountApi.useLink(token, password),
    onSuccess: async (answer) => {
      if (!wantsCode(answer)) await goOn();
    },
  });
  if (wantsCode(set.data)) return <CodeForm onSignedIn={goOn} />;
  const problem = passwordProblemOf(set.error);
  return (
    <>
      <h1 className="v-title v-entry__title">
        {link.kind === 'invitation' ? t.welcome(link.name ?? '') : t.newPassword}
      </h1>
      <p className="v-muted">{t.choose(link.email ?? '')}</p>
      <Form
        className="v-form"
        onSubmit={(event) => {
          event.preventDefault();
          set.mutate();
        }}
      >
        {set.error !== null && problem === null && <ErrorLine error={set.error} />}
        <input type="hidden" name="email" autoComplete="username" value={link.email ?? ''} />
        <PasswordField
          label={t.password}
          help={t.passwordHelp}
          name="password"
          autoComplete="new-password"
          autoFocus
          isRequired
          value={password}
          onChange={(value) => {
            setPassword(value);
            set.reset();
          }}
          error={problem === null ? undefined : t.problem[problem]}
        />
        <Button type="submit" variant="primary" wide isPending={set.isPending}>
          {t.set}
        </Button>
      </Form>
    </>
  );
}
