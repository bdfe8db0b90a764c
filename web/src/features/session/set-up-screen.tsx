import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useNavigate, useSearchParams } from 'react-router';
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorLine,
  Loaded,
  PasswordField,
  TextField,
} from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import { strings } from './strings.ts';

/** `Setup.password`: shorter ones are refused. */
const SHORTEST_PASSWORD = 10;

/** Opened from the one-time link: creates the first account, which is the administrator. */
export function SetUpScreen() {
  const t = useText(strings);
  useTitle(t.setUp);
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const state = useQuery(queries.setupState(token));
  return (
    <main className="v-entry">
      <div className="v-card v-entry__sheet">
        <Loaded query={state} lines={4}>
          {({ needed, linkValid }) =>
            !needed ? (
              <EmptyState
                title={t.alreadySetUp}
                icon="ok"
                action={<ButtonLink to="/sign-in">{t.signIn}</ButtonLink>}
              >
                {t.alreadySetUpHint}
              </EmptyState>
            ) : linkValid ? (
              <SetUpForm token={token} />
            ) : (
              <EmptyState title={t.linkInvalid} icon="key">
                {t.linkInvalidHint}
              </EmptyState>
            )
          }
        </Loaded>
      </div>
    </main>
  );
}

function SetUpForm({ token }: { token: string }) {
  const t = useText(strings);
  const { locale } = useLocale();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const setUp = useMutation({
    mutationFn: () =>
      api.setup({ token, name: name.trim(), email: email.trim(), password, locale }),
    onSuccess: async () => {
      client.clear();
      await navigate('/first-run', { replace: true });
    },
  });
  return (
    <>
      <h1 className="v-title v-entry__title">{t.setUp}</h1>
      <p className="v-muted">{t.setUpIntro}</p>
      <Form
        className="v-form"
        onSubmit={(event) => {
          event.preventDefault();
          setUp.mutate();
        }}
      >
        {setUp.error !== null && <ErrorLine error={setUp.error} />}
        <TextField
          label={t.name}
          help={t.nameHelp}
          name="name"
          autoComplete="name"
          autoFocus
          isRequired
          value={name}
          onChange={setName}
        />
        <TextField
          label={t.email}
          type="email"
          name="email"
          autoComplete="email"
          isRequired
          value={email}
          onChange={setEmail}
        />
        <PasswordField
          label={t.password}
          help={t.passwordHelp}
          name="password"
          autoComplete="new-password"
          isRequired
          value={password}
          onChange={setPassword}
          validate={(value) =>
            value !== '' && value.length < SHORTEST_PASSWORD ? t.passwordShort(value.length) : null
          }
        />
        <Button type="submit" variant="primary" wide isPending={setUp.isPending}>
          {setUp.isPending ? t.creating : t.create}
        </Button>
        <p className="v-caption">{t.spent}</p>
      </Form>
    </>
  );
}
