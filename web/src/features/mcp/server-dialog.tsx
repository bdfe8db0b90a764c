import { RemoteDataClass, type McpServerView } from '../../../../src/contracts/index.ts';
import {
  Checkbox,
  FormDialog,
  NameFields,
  Note,
  RadioField,
  SecretFields,
  TextField,
} from '../../components/index.ts';
import { dataClassWords } from '../../lib/data-class-words.ts';
import { useText } from '../../lib/i18n.tsx';
import { asBox, useForm, type FormHandle } from '../../lib/use-form.ts';
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
  const classes = useText(dataClassWords);
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
  const { form, change, field, submit } = useForm<ServerForm>({
    initial: () => formOf(server),
    wrongFields,
    onSubmit: save.mutate,
  });
  return (
    <FormDialog
      title={server === null ? t.addServer : t.editOf(server.name)}
      isNew={server === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <NameFields
        isNew={server === null}
        identifierOf={mcpIdentifierOf}
        words={t}
        {...{ field, change }}
      />
      {server === null && (
        <RadioField
          {...field('transport')}
          label={t.transport}
          options={[
            { id: 'http', label: t.overHttp },
            { id: 'stdio', label: t.asCommand },
          ]}
        />
      )}
      {form.transport === 'http' && (
        <TextField {...field('url', t.urlWrong)} label={t.url} isRequired mono />
      )}
      {form.transport === 'stdio' && !commandsAllowed && (
        <Note tone="warn">{t.commandsRefused}</Note>
      )}
      {form.transport === 'stdio' && <CommandFields field={field} />}
      <SecretFields
        secret={field('token')}
        drop={field('dropToken')}
        isStored={server?.hasToken === true}
        words={{ label: t.token, help: t.tokenHelp, kept: t.tokenKept, drop: t.tokenDrop }}
      />
      <RadioField
        {...field('dataClass', t.dataClassWrong)}
        label={t.dataClass}
        help={t.dataClassHelp}
        options={RemoteDataClass.options.map((id) => ({ id, label: classes[id] }))}
      />
      <Checkbox {...asBox(field('requiresApproval'))} help={t.requiresApprovalHelp}>
        {t.requiresApproval}
      </Checkbox>
      <TextField
        {...field('timeoutSeconds', t.timeoutHelp)}
        label={t.timeout}
        help={t.timeoutHelp}
        inputMode="numeric"
      />
      <TextField
        {...field('callsPerSegment', t.callsHelp)}
        label={t.calls}
        help={t.callsHelp}
        inputMode="numeric"
      />
      <Checkbox {...asBox(field('isActive'))}>{t.active}</Checkbox>
    </FormDialog>
  );
}

function CommandFields({ field }: Pick<FormHandle<ServerForm>, 'field'>) {
  const t = useText(mcpWords);
  return (
    <>
      <TextField
        {...field('command', t.commandWrong)}
        label={t.command}
        help={t.commandHelp}
        isRequired
        mono
      />
      <TextField {...field('arguments')} label={t.arguments} help={t.argumentsHelp} mono rows={3} />
      <TextField
        {...field('tokenVariable', t.tokenVariableHelp)}
        label={t.tokenVariable}
        help={t.tokenVariableHelp}
        mono
      />
    </>
  );
}
