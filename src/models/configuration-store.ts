import type { Clock, Transaction, Transactions } from '../base/index.ts';
import type { Configuration, ConfigurationReader } from './configuration.ts';

/** What a person decides about a configuration. */
export type ConfigurationFields = Omit<Configuration, 'uid'>;

/** Where configurations are kept. */
export interface ConfigurationStore extends ConfigurationReader {
  within(transaction: Transaction): ConfigurationWriter;
}

/** Changes configurations; every method belongs to one transaction. A configuration made the default ends the one before. */
export interface ConfigurationWriter {
  /** Makes other writers of configurations wait until the transaction ends. */
  lock(): Promise<void>;
  /** Whether there is any configuration. */
  exists(): Promise<boolean>;
  /** Adds a configuration and returns its uid; `null` when the identifier is taken. */
  create(fields: ConfigurationFields, atMs: number): Promise<number | null>;
  /** Replaces the named fields; `false` when there is no such configuration. */
  update(uid: number, changes: Partial<ConfigurationFields>, atMs: number): Promise<boolean>;
}

/** The configuration a new installation starts with: the built-in model, every tool, no second approver. */
export const FIRST_CONFIGURATION: ConfigurationFields = {
  identifier: 'default',
  name: 'Default',
  model: 'checklist',
  systemPrompt: '',
  temperature: null,
  maxOutputTokens: null,
  maxIterations: 20,
  allowedGroupIds: [],
  requireSecondApprover: false,
  allowedToolGroups: [],
  snippetTags: [],
  snippetsInCallerSystemMessage: false,
  fallbackIdentifiers: [],
  isActive: true,
  isDefault: true,
};

/**
 * Creates the first configuration where there is none, with the changes given (the model of the settings, for one). Returns
 * whether it did; of two servers starting together one does.
 */
export async function ensureFirstConfiguration(
  deps: {
    readonly store: ConfigurationStore;
    readonly transactions: Transactions;
    readonly clock: Clock;
  },
  changes: Partial<ConfigurationFields> = {},
): Promise<boolean> {
  return deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    await writer.lock();
    if (await writer.exists()) return false;
    await writer.create({ ...FIRST_CONFIGURATION, ...changes }, deps.clock.now());
    return true;
  });
}
