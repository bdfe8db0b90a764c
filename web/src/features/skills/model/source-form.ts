import type {
  AddSkillSource,
  ChangeSkillSource,
  SkillSourceView,
  TrustLevel,
} from '../../../../../src/contracts/index.ts';

export type SourceType = SkillSourceView['type'];

/** What the dialog for a source holds while somebody fills it in. */
export interface SourceForm {
  readonly type: SourceType;
  readonly title: string;
  readonly url: string;
  readonly ref: string;
  readonly pathPrefix: string;
  /** Only what is typed now; a stored token never comes back. */
  readonly token: string;
  /** Take the stored token away. */
  readonly dropToken: boolean;
  readonly expectedFingerprint: string;
  /** `null` until somebody chooses: there is no default on a screen (decisions §40). */
  readonly trustLevel: TrustLevel | null;
}

export type SourceField = 'title' | 'url' | 'pathPrefix' | 'expectedFingerprint' | 'trustLevel';

/** An empty form, or that of a source which is there already. */
export function sourceForm(type: SourceType, source: SkillSourceView | null): SourceForm {
  return {
    type: source?.type ?? type,
    title: source?.title ?? '',
    url: source?.remote?.url ?? '',
    ref: source?.remote?.ref ?? '',
    pathPrefix: source?.remote?.pathPrefix ?? '',
    token: '',
    dropToken: false,
    expectedFingerprint: source?.remote?.sync.expectedFingerprint ?? '',
    trustLevel: source?.trustLevel ?? null,
  };
}

const HOSTS = new Set(['github.com', 'www.github.com', 'raw.githubusercontent.com']);

/** The fields that cannot be sent as they are. The server judges again, and more closely. */
export function wrongSourceFields(form: SourceForm): readonly SourceField[] {
  const isRemote = form.type !== 'backend';
  const fingerprint = form.expectedFingerprint.trim();
  return [
    ...(!isRemote && form.title.trim() === '' ? ['title' as const] : []),
    ...(isRemote && !isReadableAddress(form.url.trim()) ? ['url' as const] : []),
    ...(isRemote && /(?:^|\/)\.{1,2}(?:\/|$)|^\/|\\/.test(form.pathPrefix.trim())
      ? ['pathPrefix' as const]
      : []),
    ...(isRemote && fingerprint !== '' && !/^[0-9a-fA-F]{64}$/.test(fingerprint)
      ? ['expectedFingerprint' as const]
      : []),
    ...(form.trustLevel === null ? ['trustLevel' as const] : []),
  ];
}

function isReadableAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && HOSTS.has(hostname);
}

/** What is sent for a new source; `null` while the trust level is not chosen. */
export function newSourceOf(
  form: SourceForm,
): AddSkillSource | { readonly title: string; readonly trustLevel: TrustLevel } | null {
  const { type, trustLevel } = form;
  if (trustLevel === null) return null;
  const title = form.title.trim();
  if (type === 'backend') return { title, trustLevel };
  return {
    type,
    trustLevel,
    url: form.url.trim(),
    ref: textOrNull(form.ref),
    pathPrefix: textOrNull(form.pathPrefix),
    token: textOrNull(form.token),
    expectedFingerprint: textOrNull(form.expectedFingerprint),
    ...(title === '' ? {} : { title }),
  };
}

/** Only what differs from the stored source, so that the audit names what was really changed. */
export function sourceChanges(form: SourceForm, source: SkillSourceView): ChangeSkillSource {
  const before = sourceForm(source.type, source);
  const title = form.title.trim();
  const token = textOrNull(form.token);
  const own: ChangeSkillSource = {
    ...(title !== '' && title !== before.title ? { title } : {}),
    ...(form.trustLevel !== null && form.trustLevel !== before.trustLevel
      ? { trustLevel: form.trustLevel }
      : {}),
  };
  if (source.remote === null) return own;
  const changed = (field: 'ref' | 'pathPrefix' | 'expectedFingerprint') =>
    form[field].trim() === before[field] ? {} : { [field]: textOrNull(form[field]) };
  return {
    ...own,
    ...(form.url.trim() === before.url ? {} : { url: form.url.trim() }),
    ...changed('ref'),
    ...changed('pathPrefix'),
    ...changed('expectedFingerprint'),
    ...(token !== null ? { token } : form.dropToken ? { token: null } : {}),
  };
}

function textOrNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
