import { Command, InvalidArgumentError } from 'commander';
import { AppError } from '../base/index.ts';
import type { SnippetSummary, SnippetView } from '../contracts/index.ts';
import type { Vouch } from '../app/index.ts';
import { acting, common, say, type Actor, type Common } from './acting.ts';
import { invalid, someChange } from './checked.ts';
import { readAll } from './standard-input.ts';

interface FieldOptions extends Common {
  readonly name?: string;
  readonly description?: string;
  readonly text?: string;
  readonly tag?: readonly string[];
  readonly sorting?: number;
  readonly active?: boolean;
}

/** `vouch snippets`: what there is, what one says, writing and marking. */
export function snippetsCommand(): Command {
  const snippets = new Command('snippets').description(
    'list, read, write and mark snippets: short texts that join system messages',
  );
  common(snippets.command('list'))
    .description('every snippet with its tags and its mark')
    .option('--archived', 'also those that are archived')
    .action(async (options: Common & { archived?: boolean }, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const list = (await vouch.snippets.list(actor)).filter(
          ({ archived }) => options.archived === true || !archived,
        );
        say(
          options,
          list,
          () =>
            list.map((snippet) => `${line(snippet)}\n`).join('') ||
            'There are no snippets. Next: vouch snippets add\n',
        );
      });
    });
  common(snippets.command('show <snippet>'))
    .description('the exact block the model reads, its digest and its mark (identifier or uid)')
    .action(async (name: string, options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const { uid } = await findSnippet(vouch, actor, name);
        const view = await vouch.snippets.show(uid, actor);
        say(options, view, () => shown(view));
      });
    });
  fields(common(snippets.command('add')))
    .description('add a snippet; its text comes from --text or standard input')
    .requiredOption('--name <name>', 'the label above the text (required)')
    .option('--identifier <identifier>', 'default: made of the name')
    .action(
      async (options: FieldOptions & { name: string; identifier?: string }, command: Command) => {
        await acting(command, options, async ({ vouch, actor }) => {
          const given = await changesOf(options);
          const text = given.text ?? (await readAll(process.stdin));
          if (text.trim() === '')
            throw invalid('The text is empty: give it with --text or on standard input.');
          const view = await vouch.snippets.create(
            {
              ...given,
              name: options.name,
              text,
              ...(options.identifier === undefined ? {} : { identifier: options.identifier }),
            },
            actor,
          );
          say(options, view, () => `Added ${view.identifier} (${String(view.uid)}).\n`);
        });
      },
    );
  fields(common(snippets.command('edit <snippet>')))
    .description('change what is given; --text - reads standard input')
    .option('--name <name>', 'the label above the text')
    .option('--no-active', 'take it out of use')
    .option('--active', 'put it into use')
    .action(async (name: string, options: FieldOptions, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const { uid } = await findSnippet(vouch, actor, name);
        const view = await vouch.snippets.edit(uid, someChange(await changesOf(options)), actor);
        const note =
          view.mark === 'changed' ? ' Its mark names an earlier text and has no effect.' : '';
        say(options, view, () => `Saved ${view.identifier}.${note}\n`);
      });
    });
  common(snippets.command('mark <snippet>'))
    .description('let exactly the block with this digest join system messages of callers')
    .requiredOption('--digest <digest>', 'as `vouch snippets show` printed it (required)')
    .action(async (name: string, options: Common & { digest: string }, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const { uid } = await findSnippet(vouch, actor, name);
        const view = await vouch.snippets.mark(uid, options.digest, actor);
        say(options, view, () => `Marked ${view.identifier}, text ${view.digest}.\n`);
      });
    });
  common(snippets.command('unmark <snippet>'))
    .description('take the mark away')
    .action(async (name: string, options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const { uid } = await findSnippet(vouch, actor, name);
        const view = await vouch.snippets.unmark(uid, actor);
        say(options, view, () => `Took the mark of ${view.identifier} away.\n`);
      });
    });
  return snippets;
}

function fields(command: Command): Command {
  return command
    .option('--text <text>', 'the text')
    .option('--description <text>', 'for people; no model reads it')
    .option('--tag <tag...>', 'the tags, all of them')
    .option('--sorting <number>', 'place among the snippets of a tag, lowest first', wholeNumber);
}

function wholeNumber(text: string): number {
  if (!/^-?\d{1,7}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}

async function changesOf(options: FieldOptions) {
  const text = options.text === '-' ? await readAll(process.stdin) : options.text;
  return {
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(text === undefined ? {} : { text }),
    ...(options.tag === undefined ? {} : { tags: [...options.tag] }),
    ...(options.sorting === undefined ? {} : { sorting: options.sorting }),
    ...(options.active === undefined ? {} : { active: options.active }),
  };
}

/** The one snippet with that identifier or uid. */
async function findSnippet(vouch: Vouch, actor: Actor, name: string): Promise<SnippetSummary> {
  const list = await vouch.snippets.list(actor);
  const snippet =
    list.find(({ identifier }) => identifier === name) ??
    list.find(({ uid }) => String(uid) === name);
  if (snippet === undefined) {
    throw new AppError('not_found', `There is no snippet ${name}; see: vouch snippets list`);
  }
  return snippet;
}

const MARKS = { marked: 'marked', changed: 'mark outdated', none: '' } as const;

function line(snippet: SnippetSummary): string {
  return [
    snippet.identifier.padEnd(24),
    snippet.digest.slice(0, 10).padEnd(12),
    MARKS[snippet.mark].padEnd(15),
    snippet.active ? '' : '(off) ',
    snippet.archived ? '(archived) ' : '',
    snippet.name,
    snippet.tags.length === 0 ? '' : ` [${snippet.tags.join(', ')}]`,
  ].join('');
}

function shown(view: SnippetView): string {
  const { marked } = view;
  return [
    view.block === '' ? '(no text)' : view.block,
    '',
    `tags: ${view.tags.join(', ')}`,
    `digest: ${view.digest}`,
    marked === null
      ? 'mark: none'
      : `mark: ${view.mark === 'marked' ? 'this text' : `an earlier text, ${marked.digest}`}, by ${marked.byName}, ${new Date(marked.atMs).toISOString()}`,
    ...view.uses.map(
      ({ name, inCallerSystemMessage }) =>
        `configuration: ${name}${inCallerSystemMessage ? ' (marked snippets join system messages of callers)' : ''}`,
    ),
    '',
  ].join('\n');
}
