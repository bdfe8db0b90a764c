import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorLine,
  Form,
  Loaded,
  PasswordField,
  TextField,
} from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { emptyFields, fieldWords, isEmailAddress } from '../../lib/field-words.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { useLinkToken } from '../../lib/use-link-token.ts';
import { useTitle } from '../../lib/use-title.ts';
import { useForm } from '../../lib/use-form.ts';
import { strings } from './strings.ts';

/** `Setup.password`: shorter ones are refused. */
const SHORTEST_PASSWORD = 10;

/** Opened from the one-time link: creates the first account, which is the administrator. */
export function SetUpScreen() {
  const t = useText(strings);
  useTitle(t.setUp);
  const token = useLinkToken(({ search }) => new URLSearchParams(search).get('token') ?? '');
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

interface FirstAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

function SetUpForm({ token }: { token: string }) {
  const t = useText(strings);
  const wrong = useText(fieldWords);
  const { locale } = useLocale();
  const client = useQueryClient();
  const navigate = useNavigate();
  const setUp = useMutation({
    mutationFn: ({ name, email, password }: FirstAccount) =>
      api.setup({ token, name: name.trim(), email: email.trim(), password, locale }),
    onSuccess: async () => {
      client.clear();
      await navigate('/first-run', { replace: true });
    },
  });
  const { form, field, submit } = useForm<FirstAccount>({
    initial: () => ({ name: '', email: '', password: '' }),
    wrongFields: (filled) => [
      ...emptyFields(filled, ['name']),
      ...(isEmailAddress(filled.email) ? [] : (['email'] as const)),
      ...(filled.password.length < SHORTEST_PASSWORD ? (['password'] as const) : []),
    ],
    onSubmit: setUp.mutate,
  });
  return (
    <>
      <h1 className="v-title v-entry__title">{t.setUp}</h1>
      <p className="v-muted">{t.setUpIntro}</p>
      <Form className="v-form" onSubmit={submit}>
        {setUp.error !== null && <ErrorLine error={setUp.error} />}
        <TextField
          label={t.name}
          help={t.nameHelp}
          name="name"
          autoComplete="name"
          autoFocus
          isRequired
          {...field('name', wrong.required)}
        />
        <TextField
          label={t.email}
          type="email"
          name="email"
          autoComplete="email"
          isRequired
          {...field('email', form.email === '' ? wrong.required : wrong.notAnAddress)}
        />
        <PasswordField
          label={t.password}
          help={t.passwordHelp}
          name="password"
          autoComplete="new-password"
          isRequired
          {...field(
            'password',
            form.password === '' ? wrong.required : t.passwordShort(form.password.length),
          )}
        />
        <Button type="submit" variant="primary" wide isPending={setUp.isPending}>
          {setUp.isPending ? t.creating : t.create}
        </Button>
        <p className="v-caption">{t.spent}</p>
      </Form>
    </>
  );
}
