import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Badge,
  Button,
  ErrorLine,
  Form,
  Note,
  PasswordField,
  TextField,
  useCopy,
  useToast,
} from '../../components/index.ts';
import { ApiError } from '../../lib/api-error.ts';
import { emptyFields, fieldWords } from '../../lib/field-words.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import { useForm } from '../../lib/use-form.ts';
import { factorWords } from './factor-words.ts';
import { QrCode } from './qr-code.tsx';
import { factorApi, inFours, secretOf, type NewFactor } from './two-factor-api.ts';

/** One's own second factor: set up, confirmed by its first code, and switched off again. */
export function OwnFactor() {
  const t = useText(factorWords);
  const { hasTwoFactor } = useMe();
  const toast = useToast();
  const client = useQueryClient();
  const [factor, setFactor] = useState<NewFactor | null>(null);
  const changed = async (words: string) => {
    setFactor(null);
    toast(words);
    await client.invalidateQueries({ queryKey: queries.me().queryKey });
  };
  return (
    <section className="v-card" aria-labelledby="own-factor">
      <div className="v-card__head">
        <h2 className="v-h" id="own-factor">
          {t.title}
        </h2>
        <Badge tone={hasTwoFactor ? 'ok' : 'draft'}>{hasTwoFactor ? t.on : t.off}</Badge>
      </div>
      <div className="v-card__body v-people">
        {factor !== null ? (
          <Confirm factor={factor} onDone={() => changed(t.done)} />
        ) : (
          <Switch isOn={hasTwoFactor} onEnabled={setFactor} onDisabled={() => changed(t.gone)} />
        )}
      </div>
    </section>
  );
}

function Switch(props: {
  isOn: boolean;
  onEnabled: (factor: NewFactor) => void;
  onDisabled: () => Promise<void>;
}) {
  const { isOn, onEnabled, onDisabled } = props;
  const t = useText(factorWords);
  const wrong = useText(fieldWords);
  const change = useMutation({
    mutationFn: async ({ password }: { readonly password: string }) => {
      if (!isOn) return factorApi.enable(password);
      await factorApi.disable(password);
      return null;
    },
    onSuccess: async (factor) => {
      reset();
      if (factor === null) await onDisabled();
      else onEnabled(factor);
    },
  });
  const { field, submit, reset } = useForm({
    initial: () => ({ password: '' }),
    wrongFields: (filled) => emptyFields(filled, ['password']),
    onSubmit: change.mutate,
  });
  const password = field('password', wrong.required);
  const isWrong = change.error instanceof ApiError && change.error.code === 'credentials_invalid';
  return (
    <Form className="v-form" onSubmit={submit}>
      <p className="v-muted">{isOn ? t.onHint : t.offHint}</p>
      <PasswordField
        label={t.password}
        autoComplete="current-password"
        isRequired
        {...password}
        error={password.error ?? (isWrong ? t.wrongPassword : undefined)}
      />
      {change.error !== null && !isWrong && <ErrorLine error={change.error} />}
      <div>
        <Button type="submit" isPending={change.isPending}>
          {isOn ? t.switchOff : t.switchOn}
        </Button>
      </div>
    </Form>
  );
}

function Confirm({ factor, onDone }: { factor: NewFactor; onDone: () => Promise<void> }) {
  const t = useText(factorWords);
  const wrong = useText(fieldWords);
  const copy = useCopy();
  const confirm = useMutation({
    mutationFn: ({ code }: { readonly code: string }) => factorApi.verify(code),
    onSuccess: onDone,
  });
  const { field, submit } = useForm({
    initial: () => ({ code: '' }),
    wrongFields: (filled) => emptyFields(filled, ['code']),
    onSubmit: confirm.mutate,
  });
  const secret = secretOf(factor.totpUri);
  const codes = factor.recoveryCodes.join('\n');
  return (
    <>
      <p>{t.scan}</p>
      <QrCode text={factor.totpUri} label={t.qr} />
      <p>{t.secret}</p>
      <code className="v-mono v-people__secret">
        {inFours(secret).map((four, index) => (
          <span key={index} className="v-people__four">
            {four}
          </span>
        ))}
      </code>
      <div>
        <Button icon="copy" onPress={() => void copy(secret, t.copied)}>
          {t.copySecret}
        </Button>
      </div>
      <a className="v-link" href={factor.totpUri}>
        {t.open}
      </a>
      <Note tone="warn">{t.recovery}</Note>
      <pre className="v-mono v-people__secret">{codes}</pre>
      <div>
        <Button icon="copy" onPress={() => void copy(codes, t.copied)}>
          {t.copy}
        </Button>
      </div>
      <Form className="v-form" onSubmit={submit}>
        <TextField
          label={t.code}
          help={t.codeHelp}
          autoComplete="one-time-code"
          inputMode="numeric"
          isRequired
          {...field('code', wrong.required)}
        />
        {confirm.error !== null && <ErrorLine error={confirm.error} />}
        <div>
          <Button type="submit" variant="primary" isPending={confirm.isPending}>
            {t.confirm}
          </Button>
        </div>
      </Form>
    </>
  );
}
