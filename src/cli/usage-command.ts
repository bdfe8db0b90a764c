import { Command } from 'commander';
import { Budget, UsageDay } from '../contracts/index.ts';
import { acting, common, say, type Common } from './acting.ts';
import { checked, invalid } from './checked.ts';
import { findConfiguration } from './find-named.ts';
import { collect } from './rights-options.ts';
import { budgetText, standingBudgets, usageText } from './usage-text.ts';

const LIMITS = {
  dailyRequests: null,
  dailyTokens: null,
  dailyCostCents: null,
  monthlyRequests: null,
  monthlyTokens: null,
  monthlyCostCents: null,
} as const;

const LIMIT_HELP = [
  '',
  `Limits are given as --set name=number; each one not given is none: ${Object.keys(LIMITS).join(', ')}.`,
  'A day and a month begin at 00:00 UTC. Costs are hundredths of the currency the prices are entered in.',
].join('\n');

interface Days extends Common {
  readonly from?: string;
  readonly to?: string;
}

interface BudgetOptions extends Common {
  readonly person?: string;
  readonly configuration?: string;
  readonly set?: readonly string[];
  readonly remove?: boolean;
}

/** `vouch usage`: what models were used for, and the budgets. */
export function usageCommand(): Command {
  const usage = new Command('usage').description('what models were used for, and budgets');
  common(
    usage
      .command('show')
      .description(
        'calls, tokens and cost by day and by who and what, and what is used of each budget',
      ),
  )
    .option('--from <day>', 'first day, YYYY-MM-DD (default: 29 days before the last)')
    .option('--to <day>', 'last day, YYYY-MM-DD (default: today)')
    .action(async (options: Days, command: Command) => {
      const days = {
        from: checked(UsageDay.optional(), options.from, () => '--from'),
        to: checked(UsageDay.optional(), options.to, () => '--to'),
      };
      await acting(command, options, async ({ vouch, actor }) => {
        const overview = await vouch.usage.overview(days, actor);
        const shown = { ...overview, budgets: standingBudgets(overview) };
        say(options, shown, () => usageText(shown));
      });
    });
  common(
    usage
      .command('budget')
      .description('set the budget of each person, of one person or of one configuration'),
  )
    .option(
      '--person <e-mail>',
      'of this person (default: of each person without one of their own)',
    )
    .option('--configuration <identifier>', 'of this configuration')
    .option(
      '--set <limit=number>',
      'a limit; may be given several times; they take the place of those before',
      collect,
    )
    .option('--remove', 'take the budget away')
    .addHelpText('after', LIMIT_HELP)
    .action(async (options: BudgetOptions, command: Command) => {
      if (options.person !== undefined && options.configuration !== undefined) {
        throw invalid('Give a person or a configuration, not both.');
      }
      const set = options.set ?? [];
      if ((options.remove === true) !== (set.length === 0)) {
        throw invalid('Give the limits with --set, or take the budget away with --remove.');
      }
      await acting(command, options, async ({ vouch, actor }) => {
        const whose = await whoseBudget(vouch, options);
        const budget = checked(
          Budget,
          { ...whose, limits: limitsOf(set) },
          (path) => `--set ${path.at(-1) ?? ''}`,
        );
        const budgets = standingBudgets(await vouch.usage.setBudget(budget, actor));
        say(options, budgets, () => budgets.map(budgetText).join('') || 'There is no budget.\n');
      });
    });
  return usage;
}

type Vouch = Parameters<Parameters<typeof acting>[2]>[0]['vouch'];

async function whoseBudget(
  vouch: Vouch,
  { person: email, configuration: identifier }: BudgetOptions,
): Promise<Pick<Budget, 'scope' | 'id'>> {
  if (email !== undefined) {
    const address = email.trim().toLowerCase();
    const person = (await vouch.people.people()).find((each) => each.email === address);
    if (person === undefined) throw invalid(`Nobody here has the e-mail address ${email}.`);
    return { scope: 'person', id: person.userId };
  }
  if (identifier !== undefined) {
    const { uid } = await findConfiguration(vouch, identifier);
    return { scope: 'configuration', id: String(uid) };
  }
  return { scope: 'everyone', id: '' };
}

function limitsOf(given: readonly string[]): Record<string, number | null> {
  const limits = given.map((text): readonly [string, number] => {
    const [name = '', value = ''] = text.split('=');
    if (!(name in LIMITS)) {
      throw invalid(`There is no limit ${name}. These are: ${Object.keys(LIMITS).join(', ')}.`);
    }
    return [name, value === '' ? Number.NaN : Number(value)];
  });
  return { ...LIMITS, ...Object.fromEntries(limits) };
}
