import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { PasswordLinkState } from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorLine,
  Form,
  Loaded,
  PasswordField,
} from '../../components/index.ts';
import { emptyFields, fieldWords } from '../../lib/field-words.ts';
import { useText } from '../../lib/i18n.tsx';
import { useLinkToken } from '../../lib/use-link-token.ts';
import { useTitle } from '../../lib/use-title.ts';
import { useForm } from '../../lib/use-form.ts';
import { ownWords } from './own-words.ts';
import { CodeForm } from './code-form.tsx';
import { CODE_OVER } from './code-over.ts';
import { passwordProblemOf } from './password-problem.ts';
import { accountApi, peopleQueries } from './people-queries.ts';
import { wantsCode } from './two-factor-api.ts';

/** Opened from an invitation or a link to a new password. The token is behind `#`, which no server is told. */
export function PasswordScreen() {
  const t = useText(ownWords);
  useTitle(t.newPassword);
  const token = useLinkToken(({ hash }) => hash.slice(1));
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
  const wrong = useText(fieldWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const goOn = async () => {
    client.clear();
    await navigate('/', { replace: true });
  };
  const set = useMutation({
    mutationFn: ({ password }: { readonly password: string }) =>
      accountApi.useLink(token, password),
    onSuccess: async (answer) => {
      if (!wantsCode(answer)) await goOn();
    },
  });
  const { field, submit } = useForm({
    initial: () => ({ password: '' }),
    wrongFields: (filled) => emptyFields(filled, ['password']),
    onSubmit: set.mutate,
  });
  if (wantsCode(set.data)) {
    return (
      <CodeForm
        onSignedIn={goOn}
        onOver={() => void navigate('/sign-in', { replace: true, state: CODE_OVER })}
      />
    );
  }
  const problem = passwordProblemOf(set.error);
  const password = field('password', wrong.required);
  return (
    <>
      <h1 className="v-title v-entry__title">
        {link.kind === 'invitation' ? t.welcome(link.name ?? '') : t.newPassword}
      </h1>
      <p className="v-muted">{t.choose(link.email ?? '')}</p>
      <Form className="v-form" onSubmit={submit}>
        {set.error !== null && problem === null && <ErrorLine error={set.error} />}
        <input type="hidden" name="email" autoComplete="username" value={link.email ?? ''} />
        <PasswordField
          label={t.password}
          help={t.passwordHelp}
          name="password"
          autoComplete="new-password"
          autoFocus
          isRequired
          {...password}
          onChange={(value) => {
            password.onChange(value);
            set.reset();
          }}
          error={password.error ?? (problem === null ? undefined : t.problem[problem])}
        />
        <Button type="submit" variant="primary" wide isPending={set.isPending}>
          {t.set}
        </Button>
      </Form>
    </>
  );
}
