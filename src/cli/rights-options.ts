import { Option, type Command } from 'commander';
import { AddGroup, Grant, RightsView } from '../contracts/index.ts';
import { checked, invalid, type NameOf } from './checked.ts';
import { readNamed } from './standard-input.ts';

/** What a person or group may do, as it is given on the command line. */
export interface RightsOptions {
  readonly grant?: readonly string[];
  readonly rights?: string;
}

/** What a file of rights looks like. */
export const RIGHTS_EXAMPLE: RightsView = {
  pages: ['en/news'],
  readTables: 'all',
  writeTables: ['pages', 'content'],
  fieldGrants: [],
  languages: ['en'],
};

/** The same for the end of a command's help. */
export const RIGHTS_HELP = [
  '',
  'A file of rights holds every field, each a list or "all":',
  `  ${JSON.stringify(RIGHTS_EXAMPLE)}`,
  'pages: folders of pages, by the beginning of their path. readTables, writeTables: kinds of records, such as pages and content (what stands on them).',
  'fieldGrants: protected fields, as table.field.',
].join('\n');

/** What a person is given of whom nothing is said: the end of the help of what adds people. */
export const GIVEN_RIGHTS_HELP = [
  '',
  'Without --rights every page, every kind of record and every language may be read and written, protected fields excepted; an administrator holds those as well. Without --grant: approve_own_changes.',
  'Say less: --rights <file>, --grant none.',
].join('\n');

export function rightsOption(): Option {
  return new Option(
    '--rights <file>',
    'JSON of what may be read and written (see below); - reads standard input',
  );
}

/** Adds the options of `RightsOptions`. */
export function rightsOptions(command: Command): Command {
  return command
    .option(
      '--grant <name>',
      `a permission: ${Grant.options.join(', ')}; repeat it for more, “none” for none`,
      collect,
    )
    .addOption(rightsOption())
    .addHelpText('after', RIGHTS_HELP);
}

/** Collects an option that is given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The grants that were given; nothing when none was. */
export function grantsOf({ grant }: RightsOptions) {
  if (grant === undefined) return {};
  const names = grant.length === 1 && grant[0] === 'none' ? [] : grant;
  return { grants: checked(AddGroup.shape.grants, names, () => '--grant') };
}

const nameInRights: NameOf = ([field]) => (field === undefined ? '--rights' : `--rights: ${field}`);

/** The rights of the file that was named; nothing when none was. */
export async function rightsOf({ rights }: RightsOptions): Promise<{ rights?: RightsView }> {
  if (rights === undefined) return {};
  const text = await readNamed(rights);
  try {
    return { rights: checked(RightsView, JSON.parse(text), nameInRights) };
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(`${rights} is not JSON: ${error.message}`);
    throw error;
  }
}
