import type {
  AddGroup,
  AddPerson,
  AddServiceAccount,
  Grant,
  GroupView,
  PersonView,
  Scope,
  ServiceAccountView,
} from '../../../../src/contracts/index.ts';
import { EDITOR_RIGHTS, NO_RIGHTS, rightsForm, rightsOf, type RightsForm } from './rights-form.ts';

export interface PersonForm {
  readonly name: string;
  readonly email: string;
  readonly isAdministrator: boolean;
  readonly groupIds: readonly string[];
  readonly grants: readonly Grant[];
  readonly rights: RightsForm;
}

export function personForm(person: PersonView | null): PersonForm {
  return {
    name: person?.name ?? '',
    email: person?.email ?? '',
    isAdministrator: person?.isAdministrator ?? false,
    groupIds: person?.groupIds ?? [],
    grants: person?.grants ?? ['approve_own_changes'],
    rights: rightsForm(person?.rights ?? EDITOR_RIGHTS),
  };
}

/** The fields that cannot be sent like this. */
export function wrongPersonFields(form: PersonForm): readonly (keyof PersonForm)[] {
  const checks: readonly (readonly [keyof PersonForm, boolean])[] = [
    ['name', form.name.trim() !== ''],
    ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email.trim())],
  ];
  return checks.filter(([, isRight]) => !isRight).map(([field]) => field);
}

/** What is sent of a form without wrong fields, beside the address. */
export function sentPerson(form: PersonForm): Omit<AddPerson, 'email' | 'locale'> {
  const { isAdministrator, groupIds, grants } = form;
  return {
    name: form.name.trim(),
    isAdministrator,
    groupIds,
    grants,
    rights: rightsOf(tidy(form.rights)),
  };
}

export interface GroupForm {
  readonly name: string;
  readonly grants: readonly Grant[];
  readonly rights: RightsForm;
}

export function groupForm(group: GroupView | null): GroupForm {
  return {
    name: group?.name ?? '',
    grants: group?.grants ?? [],
    rights: rightsForm(group?.rights ?? NO_RIGHTS),
  };
}

export function sentGroup(form: GroupForm): AddGroup {
  return { name: form.name.trim(), grants: form.grants, rights: rightsOf(tidy(form.rights)) };
}

export interface AccountForm {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly rights: RightsForm;
  readonly isDisabled: boolean;
}

export function accountForm(account: ServiceAccountView | null): AccountForm {
  return {
    name: account?.name ?? '',
    scopes: account?.scopes ?? [],
    rights: rightsForm(account?.rights ?? NO_RIGHTS),
    isDisabled: account?.isDisabled ?? false,
  };
}

export function sentAccount(form: AccountForm): AddServiceAccount {
  return { name: form.name.trim(), scopes: form.scopes, rights: rightsOf(tidy(form.rights)) };
}

/** Without the empty lines of what was typed line by line. */
function tidy(form: RightsForm): RightsForm {
  const of = ({ all, names }: RightsForm['pages']) => ({
    all,
    names: names.map((name) => name.trim()).filter((name) => name !== ''),
  });
  return {
    pages: of(form.pages),
    readTables: of(form.readTables),
    writeTables: of(form.writeTables),
    fieldGrants: of(form.fieldGrants),
    languages: of(form.languages),
  };
}

/** A form of which the name alone can be wrong. */
export function withoutName<F extends { readonly name: string }>(form: F): readonly (keyof F)[] {
  return form.name.trim() === '' ? ['name'] : [];
}
