import { Command } from 'commander';
import type { KeyRotation, KeysStatus } from '../app/index.ts';
import { say, type Common } from './acting.ts';
import { app, settingsOfInstallation } from './open.ts';
import { withProgress } from './progress.ts';

type Json = Pick<Common, 'json'>;

/** `vouch keys`: changing the key that seals what runs and sources store. */
export function keysCommand(): Command {
  const keys = new Command('keys').description('change the key that seals what is stored');
  keys.addHelpText(
    'after',
    '\nOrder: rotate (servers may run), then a new backup, then retire. An interrupted rotation is gone on with by calling it again.',
  );
  add(keys, 'status', 'which keys there are, and how much each has sealed').action(
    async (options: Json, command: Command) => {
      await withKeys(command, async (rotation) => {
        answer(options, await rotation.status());
      });
    },
  );
  add(keys, 'rotate', 'put a new key in front and seal everything anew with it').action(
    async (options: Json, command: Command) => {
      await withKeys(command, async (rotation) => {
        const result = await withProgress((show) =>
          rotation.rotate(({ resealed, column }) => {
            show(`${String(resealed)} sealed anew (${column})`);
          }),
        );
        answer(
          options,
          result,
          [
            result.newKey ? 'A new key seals from now on.' : 'The rotation begun earlier went on.',
            `${String(result.resealed)} texts were sealed anew.`,
            'Make a new backup, then run: vouch keys retire',
          ].join('\n'),
        );
      });
    },
  );
  add(keys, 'retire', 'take the old keys out of the key file').action(
    async (options: Json, command: Command) => {
      await withKeys(command, async (rotation) => {
        const result = await rotation.retire();
        const count = result.retired.length;
        answer(
          options,
          result,
          count === 0
            ? 'There was no old key.'
            : `${String(count)} old ${count === 1 ? 'key is' : 'keys are'} gone. Backups made before the rotation open with the key they carry.`,
        );
      });
    },
  );
  add(
    keys,
    'lost',
    'say that missing keys are lost for good: the installation goes on, what they sealed stays unreadable',
  ).action(async (options: Json, command: Command) => {
    await withKeys(
      command,
      async (rotation) => {
        const result = await rotation.giveUp();
        const texts = Object.values(result.unreadable).reduce((sum, count) => sum + count, 0);
        answer(
          options,
          result,
          result.givenUp.length === 0
            ? 'No key is missing: everything that is stored can be read.'
            : [
                `Given up: ${result.givenUp.join(', ')}. ${String(texts)} stored texts stay unreadable.`,
                'Cancel the runs that wait with one, and enter tokens and keys of providers, sources and servers again; vouch doctor names them.',
              ].join('\n'),
        );
      },
      { acceptsLostKeys: true },
    );
  });
  return keys;
}

function add(keys: Command, name: string, description: string): Command {
  return keys.command(name).description(description).option('--json', 'machine-readable output');
}

async function withKeys(
  command: Command,
  work: (rotation: KeyRotation) => Promise<void>,
  options: { readonly acceptsLostKeys?: boolean } = {},
): Promise<void> {
  const { openKeyRotation } = await app();
  const rotation = await openKeyRotation(await settingsOfInstallation(command), options);
  try {
    await work(rotation);
  } finally {
    await rotation.close();
  }
}

function answer(options: Json, status: KeysStatus, first?: string): void {
  say(options, status, () => text(status, first));
}

function text(status: KeysStatus, first?: string): string {
  const [current, ...others] = status.keyIds;
  const lines = [
    ...(first === undefined ? [] : [first]),
    `Key ${current ?? ''} seals: ${String(status.sealedWithFirst)} texts.`,
    ...(others.length === 0
      ? []
      : [`Older keys ${others.join(', ')}: ${String(status.sealedWithOthers)} texts.`]),
    ...Object.entries(status.unreadable).map(
      ([column, count]) =>
        `${column}: ${String(count)} sealed with a key that is not in the file; they stay as they are.`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
