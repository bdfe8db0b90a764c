import type {
  ClaimedGroup,
  GroupView,
  SignInProviderView,
} from '../../../../src/contracts/index.ts';

export interface ProviderForm {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  readonly dropSecret: boolean;
  readonly variable: string;
  readonly scopes: string;
  /** One a line. */
  readonly domains: string;
  readonly emailsAreChecked: boolean;
  readonly admitsUnknown: boolean;
  readonly claim: string;
  /** One a line: value = group. */
  readonly groups: string;
  readonly administratorValue: string;
  readonly isActive: boolean;
}

type Groups = readonly Pick<GroupView, 'id' | 'name'>[];

export function providerForm(provider: SignInProviderView | null, groups: Groups): ProviderForm {
  return {
    id: provider?.id ?? '',
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    secret: '',
    dropSecret: false,
    variable: provider?.secretVariable ?? '',
    scopes: (provider?.scopes ?? ['profile', 'email']).join(' '),
    domains: (provider?.emailDomains ?? []).join('\n'),
    emailsAreChecked: provider?.emailsAreChecked ?? false,
    admitsUnknown: provider?.admitsUnknown ?? false,
    claim: provider?.groupsClaim ?? '',
    groups: (provider?.groupMap ?? [])
      .map(({ value, groupId }) => `${value} = ${nameOf(groupId, groups)}`)
      .join('\n'),
    administratorValue: provider?.administratorValue ?? '',
    isActive: provider?.isActive ?? true,
  };
}

/** The fields that cannot be sent like this. */
export function wrongProviderFields(
  form: ProviderForm,
  groups: Groups,
): readonly (keyof ProviderForm)[] {
  const variable = form.variable.trim();
  const map = groupMapOf(form.groups, groups);
  const follows = form.groups.trim() !== '' || form.administratorValue.trim() !== '';
  const checks: readonly (readonly [keyof ProviderForm, boolean])[] = [
    ['id', /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(form.id)],
    ['name', form.name.trim() !== ''],
    ['issuer', /^https?:\/\/\S+$/.test(form.issuer.trim())],
    ['clientId', form.clientId.trim() !== ''],
    ['variable', variable === '' || /^VOUCH_KEY_[A-Z0-9_]{1,60}$/.test(variable)],
    ['domains', linesOf(form.domains).every((line) => /^[a-z0-9.-]+$/i.test(line))],
    ['claim', form.claim.trim() !== '' || !follows],
    ['groups', map !== null],
  ];
  return checks.filter(([, isRight]) => !isRight).map(([field]) => field);
}

/** What is sent of a form without wrong fields, beside the id. */
export function sentProvider(form: ProviderForm, groups: Groups) {
  const secret = form.dropSecret ? null : form.secret === '' ? undefined : form.secret;
  return {
    name: form.name.trim(),
    issuer: form.issuer.trim(),
    clientId: form.clientId.trim(),
    ...(secret === undefined ? {} : { clientSecret: secret }),
    secretVariable: orNull(form.variable),
    scopes: form.scopes.split(/\s+/).filter((scope) => scope !== '' && scope !== 'openid'),
    emailDomains: [...linesOf(form.domains)],
    emailsAreChecked: form.emailsAreChecked,
    admitsUnknown: form.admitsUnknown,
    groupsClaim: orNull(form.claim),
    groupMap: [...(groupMapOf(form.groups, groups) ?? [])],
    administratorValue: orNull(form.administratorValue),
    isActive: form.isActive,
  };
}

/** The lines of values and groups; `null`: one names no group there is. */
export function groupMapOf(text: string, groups: Groups): readonly ClaimedGroup[] | null {
  const map: ClaimedGroup[] = [];
  for (const line of linesOf(text)) {
    const [, value = '', name = ''] = /^(.*\S)\s*=\s*(\S.*)$/.exec(line) ?? [];
    const group = groups.find((each) => each.name === name || each.id === name);
    if (value === '' || group === undefined) return null;
    map.push({ value, groupId: group.id });
  }
  return map;
}

/** A group that is gone stays named by its id, to be taken away. */
function nameOf(groupId: string, groups: Groups): string {
  return groups.find(({ id }) => id === groupId)?.name ?? groupId;
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
