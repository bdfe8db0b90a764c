import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import {
  Button,
  ErrorLine,
  Form,
  Note,
  PasswordField,
  Rich,
  TextField,
} from '../../components/index.ts';
import { ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { emptyFields, fieldWords, isEmailAddress } from '../../lib/field-words.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { localPath } from '../../lib/local-path.ts';
import { useTitle } from '../../lib/use-title.ts';
import { useForm } from '../../lib/use-form.ts';
import { CodeForm } from '../people/code-form.tsx';
import { isCodeOver } from '../people/code-over.ts';
import { wantsCode } from '../people/two-factor-api.ts';
import { SignInElsewhere, SignInTrouble } from './sign-in-elsewhere.tsx';
import { strings } from './strings.ts';

/** Signs in and goes on to `?next=`. */
export function SignInScreen() {
  const t = useText(strings);
  useTitle(t.signIn);
  const [search] = useSearchParams();
  const next = localPath(search.get('next')) ?? '/';
  const me = useQuery(queries.me());
  const setup = useQuery(queries.setupState(''));
  if (me.data) return <Navigate to={next} replace />;
  return (
    <main className="v-entry">
      <div className="v-card v-entry__sheet">
        <h1 className="v-title v-entry__title">{t.signIn}</h1>
        {setup.data?.needed === true && (
          <Note icon="key">
            <Rich text={t.notSetUp} />
          </Note>
        )}
        <SignInTrouble />
        <SignInForm next={next} />
        <SignInElsewhere next={next} />
        <p className="v-caption">{t.forgotten}</p>
      </div>
    </main>
  );
}

const SIGN_IN_OVER = new ApiError('sign_in_over', '', { status: 401 });

interface SignIn {
  readonly email: string;
  readonly password: string;
}

function SignInForm({ next }: { next: string }) {
  const t = useText(strings);
  const wrong = useText(fieldWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const goOn = async () => {
    await client.resetQueries({ queryKey: queries.me().queryKey });
    await navigate(next, { replace: true });
  };
  const signIn = useMutation({
    mutationFn: ({ email, password }: SignIn) => api.signIn(email.trim(), password),
    onSuccess: async (answer) => {
      if (!wantsCode(answer)) await goOn();
    },
  });
  const [isOver, setOver] = useState(isCodeOver(useLocation().state));
  const { form, field, submit, reset } = useForm<SignIn>({
    initial: () => ({ email: '', password: '' }),
    wrongFields: (filled) => [
      ...emptyFields(filled, ['password']),
      ...(isEmailAddress(filled.email) ? [] : (['email'] as const)),
    ],
    onSubmit: signIn.mutate,
  });
  if (wantsCode(signIn.data)) {
    return (
      <CodeForm
        onSignedIn={goOn}
        onOver={() => {
          setOver(true);
          reset();
          signIn.reset();
        }}
      />
    );
  }
  return (
    <Form className="v-form" onSubmit={submit}>
      {signIn.error !== null && <ErrorLine error={signIn.error} />}
      {signIn.isIdle && isOver && <ErrorLine error={SIGN_IN_OVER} />}
      <TextField
        label={t.email}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        isRequired
        {...field('email', form.email === '' ? wrong.required : wrong.notAnAddress)}
      />
      <PasswordField
        label={t.password}
        name="password"
        autoComplete="current-password"
        isRequired
        {...field('password', wrong.required)}
      />
      <Button type="submit" variant="primary" wide isPending={signIn.isPending}>
        {signIn.isPending ? t.signingIn : t.signIn}
      </Button>
    </Form>
  );
}
