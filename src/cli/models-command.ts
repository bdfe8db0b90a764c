import { Command } from 'commander';
import type { ZodType } from 'zod';
import type { Vouch } from '../app/index.ts';
import { AppError } from '../base/index.ts';
import {
  AddConfiguration,
  AddModel,
  AddProvider,
  ChangeConfiguration,
  ChangeModel,
  ChangeProvider,
  ProviderKind,
  TrustZone,
  type ModelsOverview,
  type ProviderView,
} from '../contracts/index.ts';
import { acting, common, say, type Actor, type Common } from './acting.ts';
import { checked, invalid, someChange, type NameOf } from './checked.ts';
import { EXIT } from './exit-codes.ts';
import { modelsText } from './models-text.ts';
import { collect } from './rights-options.ts';
import { readAll } from './standard-input.ts';

interface Fields extends Common {
  readonly set?: readonly string[];
  readonly keyStdin?: boolean;
}

const SET_HELP = [
  '',
  'Fields are given as --set name=value; a value that is JSON is read as such (numbers, true, null, lists).',
].join('\n');

/** `vouch models`: providers, their models, and configurations. */
export function modelsCommand(): Command {
  const models = new Command('models').description(
    'model providers, their models, and the configurations that use them',
  );
  common(models.command('list').description('everything there is, without keys')).action(
    async (options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const overview = await vouch.modelService.overview(actor);
        say(options, overview, () => modelsText(overview));
      });
    },
  );
  fields(
    models
      .command('add-provider <identifier> <kind>')
      .description(
        `enter a provider: ${ProviderKind.options.join(', ')}; --set name=… --set trustZone=… (${TrustZone.options.join(', ')}) are needed`,
      ),
    AddProvider,
  ).action(async (...[identifier, kind, options, command]: [string, string, Fields, Command]) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const provider = parse(AddProvider, { identifier, kind, ...(await given(options)) });
      const added = await vouch.modelService.addProvider(provider, actor);
      say(
        options,
        added,
        () => `Added ${added.identifier}. Next: vouch models discover ${added.identifier}\n`,
      );
    });
  });
  fields(
    models.command('set-provider <provider>').description('change what is named of a provider'),
    ChangeProvider,
  ).action(async (name: string, options: Fields, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { uid } = await providerNamed(vouch, actor, name);
      const changes = someChange(parse(ChangeProvider, await given(options)));
      const changed = await vouch.modelService.changeProvider(uid, changes, actor);
      say(options, changed, () => `Changed ${changed.identifier}.\n`);
    });
  });
  common(
    models.command('discover <provider>').description('the models the provider itself names'),
  ).action(async (name: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { uid } = await providerNamed(vouch, actor, name);
      const found = await vouch.modelService.discover(uid, actor);
      say(options, found, () =>
        found
          .map(
            ({ modelId, seesImages }) =>
              `${modelId}${seesImages === true ? '  sees images' : ''}\n`,
          )
          .join(''),
      );
    });
  });
  addModelCommands(models);
  addConfigurationCommands(models);
  return models;
}

function addModelCommands(models: Command): void {
  common(
    models
      .command('test <provider> <model>')
      .description(
        `ask a model to say something short; exit code ${String(EXIT.unfinished)} when it cannot`,
      ),
  ).action(async (...[name, modelId, options, command]: [string, string, Common, Command]) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { uid } = await providerNamed(vouch, actor, name);
      const result = await vouch.modelService.testProvider(uid, modelId, actor);
      const words = result.ok ? 'It answers: ' : '';
      say(options, result, () => `${words}${result.message} (${String(result.durationMs)} ms)\n`);
      if (!result.ok) process.exitCode = EXIT.unfinished;
    });
  });
  fields(
    models.command('add <provider> <model>').description('enter a model of a provider'),
    AddModel,
  ).action(async (...[name, modelId, options, command]: [string, string, Fields, Command]) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { uid } = await providerNamed(vouch, actor, name);
      const model = parse(AddModel, { modelId, ...(await given(options)) });
      const changed = await vouch.modelService.addModel(uid, model, actor);
      say(options, changed, () => `Added ${changed.identifier}/${modelId}.\n`);
    });
  });
  fields(
    models.command('set <reference>').description('change a model, named provider/model'),
    ChangeModel,
  ).action(async (reference: string, options: Fields, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { providers } = await vouch.modelService.overview(actor);
      const all = providers.flatMap((provider) => provider.models);
      const model = all.find((each) => each.reference === reference);
      if (model === undefined) throw unknown('model', reference);
      const changes = someChange(parse(ChangeModel, await given(options)));
      const changed = await vouch.modelService.changeModel(model.uid, changes, actor);
      say(options, changed, () => `Changed ${reference}.\n`);
    });
  });
}

function addConfigurationCommands(models: Command): void {
  fields(
    models
      .command('add-configuration <identifier>')
      .description('a configuration; --set name=… --set model=… are needed'),
    AddConfiguration,
  ).action(async (identifier: string, options: Fields, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const configuration = parse(AddConfiguration, { identifier, ...(await given(options)) });
      const added = await vouch.modelService.addConfiguration(configuration, actor);
      say(options, added, () => `Added ${added.identifier}.\n`);
    });
  });
  fields(
    models.command('configure <identifier>').description('change what is named of a configuration'),
    ChangeConfiguration,
  ).action(async (identifier: string, options: Fields, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { configurations } = await vouch.modelService.overview(actor);
      const found = configurations.find((each) => each.identifier === identifier);
      if (found === undefined) throw unknown('configuration', identifier);
      const changes = someChange(parse(ChangeConfiguration, await given(options)));
      const changed = await vouch.modelService.changeConfiguration(found.uid, changes, actor);
      say(options, changed, () => `Changed ${identifier}.\n`);
    });
  });
}

function fields(command: Command, schema: ZodType): Command {
  return common(command)
    .option('--set <field=value>', 'a field; may be given several times', collect)
    .option('--key-stdin', 'read the provider’s key from standard input')
    .addHelpText('after', `${SET_HELP}\nFields: ${settable(schema).join(', ')}.`);
}

/** What can be said with --set: the fields of a schema that are no words of their own. */
function settable(schema: ZodType): readonly string[] {
  return namesOf(schema).filter((name) => !Object.hasOwn(ARGUMENTS, name));
}

function namesOf(schema: ZodType): readonly string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : [];
}

/** The fields of the command line. A key is never one of them: it would stay in the shell's history. */
async function given({ set = [], keyStdin }: Fields): Promise<Record<string, unknown>> {
  const values = set.map((text): readonly [string, unknown] => {
    const at = text.indexOf('=');
    if (at < 1) throw invalid(`“${text}” is no field=value.`);
    const name = text.slice(0, at);
    if (name === 'apiKey') throw invalid('Give the key on standard input, with --key-stdin.');
    return [name, valueOf(text.slice(at + 1))];
  });
  const key = keyStdin === true ? { apiKey: (await readAll(process.stdin)).trim() } : {};
  return { ...Object.fromEntries(values), ...key };
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Fields that are words of their own on the command line; all others are set. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  identifier: 'The identifier',
  kind: 'The kind',
  modelId: 'The model',
  apiKey: 'The key',
};

const nameGiven: NameOf = ([field = '']) => ARGUMENTS[field] ?? `--set ${field}`;

function parse<T>(schema: ZodType<T>, values: Readonly<Record<string, unknown>>): T {
  const known = namesOf(schema);
  const stray = Object.keys(values).filter((name) => !known.includes(name));
  if (stray.length > 0) {
    throw invalid(
      `There is no field ${stray.join(', ')}. These are: ${settable(schema).join(', ')}.`,
    );
  }
  return checked(schema, values, nameGiven);
}

async function providerNamed(vouch: Vouch, actor: Actor, name: string): Promise<ProviderView> {
  const { providers }: ModelsOverview = await vouch.modelService.overview(actor);
  const found = providers.find((each) => each.identifier === name || String(each.uid) === name);
  if (found === undefined) throw unknown('provider', name);
  return found;
}

function unknown(what: 'provider' | 'model' | 'configuration', name: string): AppError {
  return new AppError('not_found', `There is no ${what} ${name}; see: vouch models list`);
}
