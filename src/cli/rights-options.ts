import type { Command } from 'commander';
import { AddGroup, RightsView } from '../contracts/index.ts';
import { checked, invalid } from './checked.ts';
import { readNamed } from './standard-input.ts';

/** What a person or group may do, as it is given on the command line. */
export interface RightsOptions {
  readonly grant?: readonly string[];
  readonly rights?: string;
}

/** Adds the options of `RightsOptions`. */
export function rightsOptions(command: Command): Command {
  return command
    .option('--grant <name>', 'a permission; repeat it for more, “none” for none', collect)
    .option(
      '--rights <file>',
      'JSON with pages, readTables, writeTables, fieldGrants and languages, each a list or "all"; - reads standard input',
    );
}

/** Collects an option that is given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The grants that were given; nothing when none was. */
export function grantsOf({ grant }: RightsOptions) {
  if (grant === undefined) return {};
  const names = grant.length === 1 && grant[0] === 'none' ? [] : grant;
  return { grants: checked(AddGroup.shape.grants, names) };
}

/** The rights of the file that was named; nothing when none was. */
export async function rightsOf({ rights }: RightsOptions): Promise<{ rights?: RightsView }> {
  if (rights === undefined) return {};
  const text = await readNamed(rights);
  try {
    return { rights: checked(RightsView, JSON.parse(text)) };
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(`${rights} is not JSON: ${error.message}`);
    throw error;
  }
}
