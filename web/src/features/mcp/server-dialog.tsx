import { useState } from 'react';
import { RemoteDataClass, type McpServerView } from '../../../../src/contracts/index.ts';
import { Checkbox, Note, PasswordField, RadioList, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { FormDialog } from '../models/form-dialog.tsx';
import { mcpApi, useMcpChange } from './mcp-queries.ts';
import { formOf, mcpIdentifierOf, sentOf, wrongFields, type ServerForm } from './server-form.ts';
import { mcpWords } from './words.ts';

interface ServerDialogProps {
  /** `null`: a new one is added. */
  readonly server: McpServerView | null;
  readonly commandsAllowed: boolean;
  readonly onClose: () => void;
}

/** Enters a server or changes one. How confidential its answers are has no default: somebody has to choose. */
export function ServerDialog({ server, commandsAllowed, onClose }: ServerDialogProps) {
  const t = useText(mcpWords);
  const [form, setForm] = useState<ServerForm>(() => formOf(server));
  const [isTried, setTried] = useState(false);
  const change = (changes: Partial<ServerForm>) => {
    setForm((before) => ({ ...before, ...changes }));
  };
  const wrong = wrongFields(form);
  const errorOf = (field: keyof ServerForm, words: string) =>
    isTried && wrong.includes(field) ? words : undefined;
  const save = useMcpChange(
    (filled: ServerForm) =>
      server === null
        ? mcpApi.add({
            ...sentOf(filled),
            identifier: filled.identifier,
            transport: filled.transport,
          })
        : mcpApi.change(server.uid, sentOf(filled)),
    onClose,
  );
  return (
    <FormDialog
      title={server === null ? t.addServer : t.editOf(server.name)}
      isNew={server === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (wrong.length === 0) save.mutate(form);
      }}
    >
      <TextField
        label={t.name}
        isRequired
        value={form.name}
        onChange={(name) => {
          change({ name, ...(server === null ? { identifier: mcpIdentifierOf(name) } : {}) });
        }}
        error={errorOf('name', t.nameWrong)}
      />
      {server === null && (
        <TextField
          label={t.identifier}
          help={t.identifierHelp}
          isRequired
          mono
          value={form.identifier}
          onChange={(identifier) => {
            change({ identifier });
          }}
          error={errorOf('identifier', t.identifierWrong)}
        />
      )}
      {server === null && (
        <div className="v-field">
          <span className="v-field__label">{t.transport}</span>
          <RadioList
            label={t.transport}
            value={form.transport}
            options={[
              { id: 'http', label: t.overHttp },
              { id: 'stdio', label: t.asCommand },
            ]}
            onChange={(transport) => {
              change({ transport });
            }}
          />
        </div>
      )}
      {form.transport === 'http' && (
        <TextField
          label={t.url}
          isRequired
          mono
          value={form.url}
          onChange={(url) => {
            change({ url });
          }}
          error={errorOf('url', t.urlWrong)}
        />
      )}
      {form.transport === 'stdio' && !commandsAllowed && (
        <Note tone="warn">{t.commandsRefused}</Note>
      )}
      {form.transport === 'stdio' && <CommandFields {...{ form, change, errorOf }} />}
      <PasswordField
        label={t.token}
        help={server?.hasToken === true ? t.tokenKept : t.tokenHelp}
        autoComplete="off"
        value={form.token}
        isDisabled={form.dropToken}
        onChange={(token) => {
          change({ token });
        }}
      />
      {server?.hasToken === true && (
        <Checkbox
          checked={form.dropToken}
          onChange={(dropToken) => {
            change({ dropToken });
          }}
        >
          {t.tokenDrop}
        </Checkbox>
      )}
      <div className="v-field">
        <span className="v-field__label">{t.dataClass}</span>
        <RadioList
          label={t.dataClass}
          value={form.dataClass}
          options={RemoteDataClass.options.map((id) => ({ id, label: t.classes[id] }))}
          onChange={(dataClass) => {
            change({ dataClass });
          }}
        />
        <span className="v-field__help">{t.dataClassHelp}</span>
        {errorOf('dataClass', t.dataClassWrong) !== undefined && (
          <span className="v-field__error" role="alert">
            {t.dataClassWrong}
          </span>
        )}
      </div>
      <Checkbox
        checked={form.requiresApproval}
        help={t.requiresApprovalHelp}
        onChange={(requiresApproval) => {
          change({ requiresApproval });
        }}
      >
        {t.requiresApproval}
      </Checkbox>
      <TextField
        label={t.timeout}
        help={t.timeoutHelp}
        inputMode="numeric"
        value={form.timeoutSeconds}
        onChange={(timeoutSeconds) => {
          change({ timeoutSeconds });
        }}
        error={errorOf('timeoutSeconds', t.timeoutHelp)}
      />
      <TextField
        label={t.calls}
        help={t.callsHelp}
        inputMode="numeric"
        value={form.callsPerSegment}
        onChange={(callsPerSegment) => {
          change({ callsPerSegment });
        }}
        error={errorOf('callsPerSegment', t.callsHelp)}
      />
      <Checkbox
        checked={form.isActive}
        onChange={(isActive) => {
          change({ isActive });
        }}
      >
        {t.active}
      </Checkbox>
    </FormDialog>
  );
}

interface CommandFieldsProps {
  readonly form: ServerForm;
  readonly change: (changes: Partial<ServerForm>) => void;
  readonly errorOf: (field: keyof ServerForm, words: string) => string | undefined;
}

function CommandFields({ form, change, errorOf }: CommandFieldsProps) {
  const t = useText(mcpWords);
  return (
    <>
      <TextField
        label={t.command}
        help={t.commandHelp}
        isRequired
        mono
        value={form.command}
        onChange={(command) => {
          change({ command });
        }}
        error={errorOf('command', t.commandWrong)}
      />
      <TextField
        label={t.arguments}
        help={t.argumentsHelp}
        mono
        rows={3}
        value={form.arguments}
        onChange={(text) => {
          change({ arguments: text });
        }}
      />
      <TextField
        label={t.tokenVariable}
        help={t.tokenVariableHelp}
        mono
        value={form.tokenVariable}
        onChange={(tokenVariable) => {
          change({ tokenVariable });
        }}
        error={errorOf('tokenVariable', t.tokenVariableHelp)}
      />
    </>
  );
}
