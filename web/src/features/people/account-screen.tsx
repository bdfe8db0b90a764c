import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionView } from '../../../../src/contracts/index.ts';
import {
  Button,
  ErrorLine,
  Form,
  Loaded,
  PasswordField,
  Screen,
  useToast,
} from '../../components/index.ts';
import { emptyFields, fieldWords } from '../../lib/field-words.ts';
import { useText } from '../../lib/i18n.tsx';
import { useMe } from '../../lib/queries.ts';
import { useForm } from '../../lib/use-form.ts';
import { OwnData } from './data-dialogs.tsx';
import { OwnFactor } from './own-factor.tsx';
import { ownWords } from './own-words.ts';
import { passwordProblemOf } from './password-problem.ts';
import { accountApi, peopleQueries } from './people-queries.ts';
import { SessionTable } from './sessions-dialog.tsx';
import { OwnSignInLinks } from './sign-in-links.tsx';
import './people.css';

/** One's own account. */
export function AccountScreen() {
  const t = useText(ownWords);
  const { hasPassword } = useMe();
  return (
    <Screen title={t.title} lead={t.lead}>
      <div className="v-people">
        {hasPassword ? (
          <>
            <OwnPassword />
            <OwnFactor />
          </>
        ) : (
          <NoPassword />
        )}
        <OwnSignInLinks />
        <OwnSessions />
        <OwnData />
      </div>
    </Screen>
  );
}

/** Only an administrator's link sets a first password, and without one there is no second factor of ours. */
function NoPassword() {
  const t = useText(ownWords);
  return (
    <section className="v-card" aria-labelledby="own-password">
      <div className="v-card__head">
        <h2 className="v-h" id="own-password">
          {t.password}
        </h2>
      </div>
      <p className="v-card__body">{t.noPassword}</p>
    </section>
  );
}

interface NewPassword {
  readonly current: string;
  readonly next: string;
}

function OwnPassword() {
  const t = useText(ownWords);
  const wrong = useText(fieldWords);
  const toast = useToast();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ current, next }: NewPassword) => accountApi.changePassword(current, next),
    onSuccess: async () => {
      reset();
      toast(t.changed);
      await client.invalidateQueries({ queryKey: ['me', 'sessions'] });
    },
  });
  const { field, submit, reset } = useForm<NewPassword>({
    initial: () => ({ current: '', next: '' }),
    wrongFields: (filled) => emptyFields(filled, ['current', 'next']),
    onSubmit: change.mutate,
  });
  const next = field('next', wrong.required);
  const problem = passwordProblemOf(change.error);
  return (
    <section className="v-card" aria-labelledby="own-password">
      <div className="v-card__head">
        <h2 className="v-h" id="own-password">
          {t.change}
        </h2>
      </div>
      <Form className="v-card__body v-form" onSubmit={submit}>
        <PasswordField
          label={t.current}
          autoComplete="current-password"
          isRequired
          {...field('current', wrong.required)}
        />
        <PasswordField
          label={t.next}
          help={t.passwordHelp}
          autoComplete="new-password"
          isRequired
          {...next}
          error={next.error ?? (problem === null ? undefined : t.problem[problem])}
        />
        <p className="v-caption">{t.changeHint}</p>
        {change.error !== null && problem === null && <ErrorLine error={change.error} />}
        <div>
          <Button type="submit" isPending={change.isPending}>
            {t.change}
          </Button>
        </div>
      </Form>
    </section>
  );
}

function OwnSessions() {
  const t = useText(ownWords);
  const toast = useToast();
  const client = useQueryClient();
  const sessions = useQuery({ ...peopleQueries.ownSessions(), refetchOnMount: 'always' });
  /** `null`: all but this one. */
  const end = useMutation({
    mutationFn: (session: SessionView | null) =>
      session === null ? accountApi.endOthers() : accountApi.endSession(session.id),
    onSuccess: () => {
      toast(t.ended);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['me', 'sessions'] }),
  });
  return (
    <section className="v-people" aria-labelledby="own-sessions">
      <h2 className="v-h" id="own-sessions">
        {t.sessions}
      </h2>
      <Loaded query={sessions}>
        {(data) => (
          <>
            <SessionTable sessions={data} onEnd={end.mutate} />
            {data.length > 1 && (
              <div>
                <Button
                  isPending={end.isPending}
                  onPress={() => {
                    end.mutate(null);
                  }}
                >
                  {t.endOthers}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {end.error !== null && <ErrorLine error={end.error} />}
    </section>
  );
}
