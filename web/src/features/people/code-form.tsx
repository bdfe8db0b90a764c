import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, ErrorLine, Form, TextButton, TextField } from '../../components/index.ts';
import { hasCode } from '../../lib/api-error.ts';
import { emptyFields, fieldWords } from '../../lib/field-words.ts';
import { useText } from '../../lib/i18n.tsx';
import { useForm } from '../../lib/use-form.ts';
import { factorWords } from './factor-words.ts';
import { factorApi } from './two-factor-api.ts';

/**
 * Asks for the code of an authenticator, or for a recovery code, after the password was right. `onOver`: no further code opens,
 * and the password is wanted again.
 */
export function CodeForm({
  onSignedIn,
  onOver,
}: {
  onSignedIn: () => Promise<void>;
  onOver: () => void;
}) {
  const t = useText(factorWords);
  const wrong = useText(fieldWords);
  const [isRecovery, setRecovery] = useState(false);
  const verify = useMutation({
    mutationFn: ({ code }: { readonly code: string }) =>
      isRecovery ? factorApi.recover(code.trim()) : factorApi.verify(code),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (hasCode(error, 'sign_in_over')) onOver();
    },
  });
  const { field, submit, reset } = useForm({
    initial: () => ({ code: '' }),
    wrongFields: (filled) => emptyFields(filled, ['code']),
    onSubmit: verify.mutate,
  });
  return (
    <Form className="v-form" onSubmit={submit}>
      {verify.error !== null && <ErrorLine error={verify.error} />}
      <TextField
        key={String(isRecovery)}
        label={isRecovery ? t.recoveryCode : t.code}
        help={isRecovery ? t.recoveryCodeHelp : t.codeHelp}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoFocus
        isRequired
        {...field('code', wrong.required)}
      />
      <Button type="submit" variant="primary" wide isPending={verify.isPending}>
        {t.goOn}
      </Button>
      <TextButton
        onPress={() => {
          setRecovery(!isRecovery);
          reset();
          verify.reset();
        }}
      >
        {isRecovery ? t.takeAuthenticator : t.takeRecovery}
      </TextButton>
    </Form>
  );
}
