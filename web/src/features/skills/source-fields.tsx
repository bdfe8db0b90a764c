import type { TrustLevel } from '../../../../src/contracts/index.ts';
import { RadioField, SecretFields, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import type { FormHandle } from '../../lib/use-form.ts';
import type { SourceForm, SourceType } from './model/source-form.ts';
import { sourceWords } from './source-words.ts';
import { skillWords } from './words.ts';
import { writingWords } from './writing-words.ts';

const LEVELS: readonly TrustLevel[] = ['first_party', 'verified', 'community', 'untrusted'];

interface SourceFieldsProps extends Pick<FormHandle<SourceForm>, 'form' | 'field'> {
  /** What may be chosen; with fewer than two nothing is asked. */
  readonly types: readonly SourceType[];
  readonly hasToken: boolean;
}

/** The fields of a source; those of a repository only where there is one. */
export function SourceFields({ form, field, types, hasToken }: SourceFieldsProps) {
  const t = useText(sourceWords);
  const words = useText(skillWords);
  const { trustExtra } = useText(writingWords);
  const isRemote = form.type !== 'backend';
  const name = (
    <TextField
      {...field('title', t.wrong.title)}
      label={t.name}
      maxLength={255}
      autoFocus={!isRemote}
      {...(isRemote ? { help: t.nameHelp } : {})}
    />
  );
  return (
    <>
      {types.length > 1 && (
        <RadioField
          {...field('type')}
          label={t.type}
          options={types.map((type) => ({
            id: type,
            label: t.typeName[type],
            extra: t.typeExtra[type],
          }))}
        />
      )}
      {isRemote ? (
        <TextField
          {...field('url', t.wrong.url)}
          label={t.url}
          name="url"
          type="url"
          maxLength={2_048}
          help={t.urlHelp[form.type]}
        />
      ) : (
        name
      )}
      <RadioField
        {...field('trustLevel', t.trustChoose)}
        label={t.trust}
        options={LEVELS.map((level) => ({
          id: level,
          label: words.trustLevel[level],
          extra: trustExtra[level],
        }))}
      />
      {isRemote && (
        <>
          <div className="v-source__pair">
            <TextField {...field('ref')} label={t.ref} maxLength={255} help={t.refHelp} />
            <TextField
              {...field('pathPrefix', t.wrong.pathPrefix)}
              label={t.folder}
              maxLength={512}
              help={t.folderHelp}
            />
          </div>
          {name}
          <SecretFields
            secret={field('token')}
            drop={field('dropToken')}
            isStored={hasToken}
            maxLength={1_024}
            words={{ label: t.token, help: t.tokenHelp, kept: t.tokenKept, drop: t.tokenDrop }}
          />
          <TextField
            {...field('expectedFingerprint', t.wrong.expectedFingerprint)}
            label={t.fingerprint}
            mono
            help={t.fingerprintHelp}
          />
        </>
      )}
    </>
  );
}
