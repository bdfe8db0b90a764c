import type { TrustLevel } from '../../../../src/contracts/index.ts';
import { Checkbox, PasswordField, RadioList, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import type { SourceField, SourceForm, SourceType } from './model/source-form.ts';
import { sourceWords } from './source-words.ts';
import { skillWords } from './words.ts';
import { writingWords } from './writing-words.ts';

const LEVELS: readonly TrustLevel[] = ['first_party', 'verified', 'community', 'untrusted'];

interface SourceFieldsProps {
  readonly form: SourceForm;
  /** What may be chosen; with fewer than two nothing is asked. */
  readonly types: readonly SourceType[];
  readonly hasToken: boolean;
  readonly wrong: readonly SourceField[];
  readonly onChange: (change: Partial<SourceForm>) => void;
}

/** The fields of a source; those of a repository only where there is one. */
export function SourceFields(props: SourceFieldsProps) {
  const { form, types, wrong, onChange } = props;
  const t = useText(sourceWords);
  const isRemote = form.type !== 'backend';
  const name = (
    <TextField
      label={t.name}
      name="title"
      value={form.title}
      onChange={(title) => {
        onChange({ title });
      }}
      maxLength={255}
      autoFocus={!isRemote}
      {...(isRemote ? { help: t.nameHelp } : {})}
      error={wrong.includes('title') ? t.wrong.title : undefined}
    />
  );
  return (
    <>
      {types.length > 1 && (
        <div className="v-field">
          <span className="v-field__label">{t.type}</span>
          <RadioList<SourceType>
            label={t.type}
            value={form.type}
            onChange={(type) => {
              onChange({ type });
            }}
            options={types.map((type) => ({
              id: type,
              label: t.typeName[type],
              extra: t.typeExtra[type],
            }))}
          />
        </div>
      )}
      {isRemote ? (
        <TextField
          label={t.url}
          name="url"
          type="url"
          value={form.url}
          onChange={(url) => {
            onChange({ url });
          }}
          maxLength={2_048}
          help={t.urlHelp[form.type]}
          error={wrong.includes('url') ? t.wrong.url : undefined}
        />
      ) : (
        name
      )}
      <Trust {...props} />
      {isRemote && (
        <>
          <div className="v-source__pair">
            <TextField
              label={t.ref}
              value={form.ref}
              onChange={(ref) => {
                onChange({ ref });
              }}
              maxLength={255}
              help={t.refHelp}
            />
            <TextField
              label={t.folder}
              name="pathPrefix"
              value={form.pathPrefix}
              onChange={(pathPrefix) => {
                onChange({ pathPrefix });
              }}
              maxLength={512}
              help={t.folderHelp}
              error={wrong.includes('pathPrefix') ? t.wrong.pathPrefix : undefined}
            />
          </div>
          {name}
          <Token {...props} />
          <TextField
            label={t.fingerprint}
            name="expectedFingerprint"
            mono
            value={form.expectedFingerprint}
            onChange={(expectedFingerprint) => {
              onChange({ expectedFingerprint });
            }}
            help={t.fingerprintHelp}
            error={wrong.includes('expectedFingerprint') ? t.wrong.expectedFingerprint : undefined}
          />
        </>
      )}
    </>
  );
}

function Trust({ form, wrong, onChange }: SourceFieldsProps) {
  const t = useText(sourceWords);
  const words = useText(skillWords);
  const { trustExtra } = useText(writingWords);
  return (
    <div className="v-field" data-field="trustLevel">
      <span className="v-field__label">{t.trust}</span>
      <RadioList
        label={t.trust}
        value={form.trustLevel}
        onChange={(trustLevel) => {
          onChange({ trustLevel });
        }}
        options={LEVELS.map((level) => ({
          id: level,
          label: words.trustLevel[level],
          extra: trustExtra[level],
        }))}
      />
      {wrong.includes('trustLevel') && (
        <span className="v-field__error" role="alert">
          {t.trustChoose}
        </span>
      )}
    </div>
  );
}

/** Written, never shown: what is stored stays unless something is typed or it is taken away. */
function Token({ form, hasToken, onChange }: SourceFieldsProps) {
  const t = useText(sourceWords);
  return (
    <>
      <PasswordField
        label={t.token}
        value={form.token}
        onChange={(token) => {
          onChange({ token });
        }}
        autoComplete="off"
        maxLength={1_024}
        help={hasToken ? t.tokenKept : t.tokenHelp}
        isDisabled={form.dropToken}
      />
      {hasToken && (
        <Checkbox
          checked={form.dropToken}
          onChange={(dropToken) => {
            onChange({ dropToken, token: '' });
          }}
        >
          {t.tokenDrop}
        </Checkbox>
      )}
    </>
  );
}
