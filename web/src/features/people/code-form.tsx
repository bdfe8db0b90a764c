import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { Button, ErrorLine, TextButton, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { factorWords } from './factor-words.ts';
import { factorApi } from './two-factor-api.ts';

/** Asks for the code of an authenticator, or for a recovery code, after the password was right. */
export function CodeForm({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const t = useText(factorWords);
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: () => (isRecovery ? factorApi.recover(code.trim()) : factorApi.verify(code)),
    onSuccess: onSignedIn,
  });
  return (
    <Form
      className="v-form"
      onSubmit={(event) => {
        event.preventDefault();
        verify.mutate();
      }}
    >
      {verify.error !== null && <ErrorLine error={verify.error} />}
      <TextField
        key={String(isRecovery)}
        label={isRecovery ? t.recoveryCode : t.code}
        help={isRecovery ? t.recoveryCodeHelp : t.codeHelp}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoFocus
        isRequired
        value={code}
        onChange={setCode}
      />
      <Button type="submit" variant="primary" wide isPending={verify.isPending}>
        {t.goOn}
      </Button>
      <TextButton
        onPress={() => {
          setRecovery(!isRecovery);
          setCode('');
          verify.reset();
        }}
      >
        {isRecovery ? t.takeAuthenticator : t.takeRecovery}
      </TextButton>
    </Form>
  );
}
