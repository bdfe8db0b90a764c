import type { ModelsTables } from './models/tables.ts';
import type { PeopleTables } from './people/tables.ts';

/** Every table there is: the tables of each domain folder, one line a folder. */
export type Schema = PeopleTables & ModelsTables;
