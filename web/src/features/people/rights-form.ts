import type { RightsView } from '../../../../src/contracts/index.ts';

/** One kind of right in a form: everything, or what is named. What was named is kept while everything is chosen. */
export interface RightForm {
  readonly all: boolean;
  readonly names: readonly string[];
}

export type RightKind = keyof RightsView;
export type RightsForm = Readonly<Record<RightKind, RightForm>>;

export const RIGHT_KINDS: readonly RightKind[] = [
  'pages',
  'readTables',
  'writeTables',
  'fieldGrants',
  'languages',
];

/** All content, no protected field: what an editor gets when nothing else is said. */
export const EDITOR_RIGHTS: RightsView = {
  pages: 'all',
  readTables: 'all',
  writeTables: 'all',
  fieldGrants: [],
  languages: 'all',
};

/** Nothing at all: where a group or a service account begins. */
export const NO_RIGHTS: RightsView = {
  pages: [],
  readTables: [],
  writeTables: [],
  fieldGrants: [],
  languages: [],
};

export function rightsForm(rights: RightsView): RightsForm {
  const of = (kind: RightKind): RightForm => {
    const value = rights[kind];
    return value === 'all' ? { all: true, names: [] } : { all: false, names: value };
  };
  return {
    pages: of('pages'),
    readTables: of('readTables'),
    writeTables: of('writeTables'),
    fieldGrants: of('fieldGrants'),
    languages: of('languages'),
  };
}

export function rightsOf(form: RightsForm): RightsView {
  const of = ({ all, names }: RightForm) => (all ? ('all' as const) : names);
  return {
    pages: of(form.pages),
    readTables: of(form.readTables),
    writeTables: of(form.writeTables),
    fieldGrants: of(form.fieldGrants),
    languages: of(form.languages),
  };
}
