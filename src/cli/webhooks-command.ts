import { Command } from 'commander';
import type { Vouch } from '../app/index.ts';
import { AppError } from '../base/index.ts';
import {
  AddWebhook,
  ChangeWebhook,
  WebhookEventType,
  type WebhookView,
} from '../contracts/index.ts';
import { acting, common, say, type Actor, type Common } from './acting.ts';
import { checked, someChange } from './checked.ts';
import { EXIT } from './exit-codes.ts';
import { collect } from './rights-options.ts';
import { deliveryLine, testText, webhookLine } from './webhooks-text.ts';

interface FieldOptions extends Common {
  readonly name?: string;
  readonly url?: string;
  readonly event?: readonly string[];
}

/** `vouch webhooks`: programs that are told of events. */
export function webhooksCommand(): Command {
  const webhooks = new Command('webhooks').description('programs that are told of events');
  common(
    webhooks.command('list').description('every webhook, and how its deliveries stand'),
  ).action(async (options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const all = await vouch.webhooks.list(actor);
      say(options, all, () =>
        all.length === 0
          ? 'There are no webhooks. Next: vouch webhooks add\n'
          : all.map(webhookLine).join(''),
      );
    });
  });
  common(
    webhooks
      .command('add <name>')
      .description('a further webhook; its secret is shown this once')
      .requiredOption('--url <address>', 'where events are sent (required)')
      .option(
        '--event <type>',
        `what it is told of: ${WebhookEventType.options.join(', ')}; repeat it for more (default: all)`,
        collect,
      ),
  ).action(async (name: string, { event, url, ...options }: FieldOptions, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const events = event ?? WebhookEventType.options;
      const made = await vouch.webhooks.add(checked(AddWebhook, { name, url, events }), actor);
      say(options, made, () => `${made.secret}\n`);
    });
  });
  common(
    webhooks
      .command('change <webhook>')
      .description('change a webhook; what is left out stays')
      .option('--name <name>', 'what people call it')
      .option('--url <address>', 'where events are sent')
      .option(
        '--event <type>',
        `what it is told of: ${WebhookEventType.options.join(', ')}; repeat it for more`,
        collect,
      ),
  ).action(async (named: string, options: FieldOptions, command: Command) => {
    const { name, url, event: events } = options;
    await changing({ named, options, command }, { name, url, events });
  });
  common(
    webhooks
      .command('pause <webhook>')
      .description('send nothing; events wait, three days at most'),
  ).action(async (named: string, options: Common, command: Command) => {
    await changing({ named, options, command }, { isActive: false });
  });
  common(webhooks.command('resume <webhook>').description('send again, also what waited')).action(
    async (named: string, options: Common, command: Command) => {
      await changing({ named, options, command }, { isActive: true });
    },
  );
  common(
    webhooks
      .command('new-secret <webhook>')
      .description('a new secret, shown this once; the former one signs too for a day'),
  ).action(async (named: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { id } = await webhookNamed(vouch, actor, named);
      const made = await vouch.webhooks.rotate(id, actor);
      say(options, made, () => `${made.secret}\n`);
    });
  });
  addDeliveryCommands(webhooks);
  common(
    webhooks.command('remove <webhook>').description('forget a webhook and what it waits for'),
  ).action(async (named: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { id, name } = await webhookNamed(vouch, actor, named);
      await vouch.webhooks.remove(id, actor);
      say(options, { removed: name }, () => `Removed ${name}.\n`);
    });
  });
  return webhooks;
}

function addDeliveryCommands(webhooks: Command): void {
  common(
    webhooks
      .command('test <webhook>')
      .description(
        `send it an event that says nothing, now; exit code ${String(EXIT.unfinished)} when it does not arrive`,
      ),
  ).action(async (named: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const webhook = await webhookNamed(vouch, actor, named);
      const delivery = await vouch.webhooks.test(webhook.id, actor);
      say(options, delivery, () => testText(webhook, delivery));
      if (delivery.state !== 'delivered') process.exitCode = EXIT.unfinished;
    });
  });
  common(
    webhooks.command('deliveries <webhook>').description('what was sent, and what became of it'),
  ).action(async (named: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { id } = await webhookNamed(vouch, actor, named);
      const deliveries = await vouch.webhooks.deliveries(id, actor);
      say(options, deliveries, () =>
        deliveries.length === 0
          ? 'Nothing was sent to it yet.\n'
          : deliveries.map(deliveryLine).join(''),
      );
    });
  });
  common(
    webhooks
      .command('send-again <webhook> <delivery>')
      .description('send an event again, under the same webhook-id; a server does it'),
  ).action(async (...[named, delivery, options, command]: [string, string, Common, Command]) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { id } = await webhookNamed(vouch, actor, named);
      const again = await vouch.webhooks.sendAgain(id, delivery, actor);
      say(options, again, () => deliveryLine(again));
    });
  });
}

async function changing(
  asked: { readonly named: string; readonly options: Common; readonly command: Command },
  changes: { readonly [Name in keyof ChangeWebhook]: unknown },
): Promise<void> {
  const { named, options, command } = asked;
  await acting(command, options, async ({ vouch, actor }) => {
    const { id } = await webhookNamed(vouch, actor, named);
    const changed = await vouch.webhooks.change(
      id,
      someChange(checked(ChangeWebhook, changes)),
      actor,
    );
    say(options, changed, () => webhookLine(changed));
  });
}

async function webhookNamed(vouch: Vouch, actor: Actor, name: string): Promise<WebhookView> {
  const all = await vouch.webhooks.list(actor);
  const found = all.find((each) => each.id === name || each.name === name);
  if (found !== undefined) return found;
  throw new AppError('not_found', `There is no webhook ${name}; see: vouch webhooks list`);
}
