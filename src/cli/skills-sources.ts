import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { AppError } from '../base/index.ts';
import { TrustLevel, type SkillSourceView, type SkillSyncState } from '../contracts/index.ts';
import type { Vouch } from '../app/index.ts';
import { actingUser } from './acting-user.ts';
import { EXIT } from './exit-codes.ts';
import { withVouch } from './open.ts';
import { findSkill } from './find-skill.ts';
import { readAll } from './standard-input.ts';
import { progressWriter, sourceLine, syncText } from './skills-sync-text.ts';

interface Common {
  readonly as?: string;
  readonly json?: boolean;
}

interface AddOptions extends Common {
  readonly type: 'single_file' | 'repo' | 'marketplace';
  readonly ref?: string;
  readonly folder?: string;
  readonly title?: string;
  readonly trust: string;
  readonly fingerprint?: string;
  readonly tokenStdin?: boolean;
}

/** `vouch skills sources|add-source|sync|export|upgrade`: where skills come from. */
export function addSourceCommands(skills: Command): void {
  addListing(skills);
  addAdding(skills);
  addSyncing(skills);
  skills
    .command('export <skill>')
    .description('a skill as SKILL.md, the same bytes every time (identifier or uid)')
    .option('-o, --out <file>', 'write to this file instead of standard output')
    .option('--as <e-mail>', 'act for this person')
    .action(async (name: string, options: Common & { out?: string }, command: Command) => {
      await withVouch(command, async (vouch) => {
        const actor = await actingUser(vouch, options.as);
        const text = await vouch.ingest.exportSkill(
          (await findSkill(vouch, actor, name)).uid,
          actor,
        );
        if (options.out === undefined) process.stdout.write(text);
        else await writeFile(options.out, text);
      });
    });
  skills
    .command('upgrade')
    .description('give rows of an older version their digest, where they are what their sync wrote')
    .option('--as <e-mail>', 'act for this person')
    .option('--json', 'machine-readable output')
    .action(async (options: Common, command: Command) => {
      await withVouch(command, async (vouch) => {
        const report = await vouch.ingest.upgrade(await actingUser(vouch, options.as));
        if (options.json === true) {
          process.stdout.write(`${JSON.stringify(report)}\n`);
          return;
        }
        process.stdout.write(
          `${String(report.upgraded)} upgraded, ${String(report.current)} had a digest, ${String(report.disabled)} switched off.\n`,
        );
        for (const { skillUid, identifier, fault } of report.refused) {
          process.stdout.write(
            `  ${String(skillUid)} ${identifier}: not what its sync wrote (${fault}); sync its source\n`,
          );
        }
      });
    });
}

function addListing(skills: Command): void {
  skills
    .command('sources')
    .description('every source with its last sync')
    .option('--as <e-mail>', 'act for this person')
    .option('--json', 'machine-readable output')
    .action(async (options: Common, command: Command) => {
      await withVouch(command, async (vouch) => {
        const sources = await vouch.ingest.sources(await actingUser(vouch, options.as));
        process.stdout.write(
          options.json === true
            ? `${JSON.stringify(sources)}\n`
            : sources.map((source) => `${sourceLine(source)}\n`).join(''),
        );
      });
    });
}

function addAdding(skills: Command): void {
  skills
    .command('add-source <url>')
    .description('add a repository, a single file or a marketplace on GitHub')
    .option('-t, --type <type>', 'repo, single_file or marketplace', 'repo')
    .option('--ref <ref>', 'branch, tag or commit (default: the default branch)')
    .option('--folder <path>', 'only skills below this folder')
    .option('--title <title>', 'how lists show it (default: owner/name)')
    .option('--trust <level>', 'untrusted, community, verified or first_party', 'untrusted')
    .option('--fingerprint <hex>', 'refuse every sync whose skills do not have this fingerprint')
    .option('--token-stdin', 'read a token for a private repository from standard input')
    .option('--as <e-mail>', 'act for this person')
    .option('--json', 'machine-readable output')
    .action(async (url: string, options: AddOptions, command: Command) => {
      await withVouch(command, async (vouch) => {
        const source = await vouch.ingest.addSource(
          {
            url,
            type: options.type,
            trustLevel: trustLevel(options.trust),
            ref: options.ref ?? null,
            pathPrefix: options.folder ?? null,
            expectedFingerprint: options.fingerprint ?? null,
            token: options.tokenStdin === true ? (await readAll(process.stdin)).trim() : null,
            ...(options.title === undefined ? {} : { title: options.title }),
          },
          await actingUser(vouch, options.as),
        );
        process.stdout.write(
          options.json === true
            ? `${JSON.stringify(source)}\n`
            : `Added ${source.title} as source ${String(source.uid)}. Next: vouch skills sync ${String(source.uid)}\n`,
        );
      });
    });
}

function addSyncing(skills: Command): void {
  skills
    .command('sync [source]')
    .description('bring a source up to date (uid or title), or every source that is switched on')
    .option('--as <e-mail>', 'act for this person')
    .option('--json', 'machine-readable output')
    .addHelpText(
      'after',
      '\nExit code 0: synced, refused files are listed; 2: stopped, nothing was written; 3: called off.',
    )
    .action(async (name: string | undefined, options: Common, command: Command) => {
      await withVouch(command, async (vouch) => {
        const actor = await actingUser(vouch, options.as);
        const sources = chosen(await vouch.ingest.sources(actor), name);
        const stop = new AbortController();
        const onSignal = () => {
          stop.abort();
        };
        process.once('SIGINT', onSignal);
        const states: SkillSyncState[] = [];
        for (const source of sources) {
          if (stop.signal.aborted) break;
          states.push(await syncOne(vouch, actor, { source, stop: stop.signal, ...options }));
        }
        process.removeListener('SIGINT', onSignal);
        if (options.json === true) process.stdout.write(`${JSON.stringify(states)}\n`);
        process.exitCode = stop.signal.aborted
          ? EXIT.unfinished
          : states.some(({ status }) => status === 'error')
            ? EXIT.refused
            : EXIT.done;
      });
    });
}

async function syncOne(
  vouch: Vouch,
  actor: Parameters<Vouch['ingest']['sync']>[1],
  run: {
    readonly source: SkillSourceView;
    readonly stop: AbortSignal;
    readonly json?: boolean;
  },
): Promise<SkillSyncState> {
  const { source, stop } = run;
  const progress = progressWriter(source.title, process.stderr);
  const state = await vouch.ingest.sync(source.uid, actor, {
    signal: stop,
    onProgress: progress.show,
  });
  progress.end();
  if (run.json !== true) process.stdout.write(syncText(source, state));
  return state;
}

function chosen(
  sources: readonly SkillSourceView[],
  name: string | undefined,
): readonly SkillSourceView[] {
  const synced = sources.filter(({ remote }) => remote !== null);
  if (name === undefined) return synced.filter(({ enabled }) => enabled);
  const found = synced.filter(({ uid, title }) => String(uid) === name || title === name);
  if (found.length === 1) return found;
  throw new AppError(
    'not_found',
    found.length === 0
      ? `There is no source ${name} to sync; see: vouch skills sources`
      : `Several sources are called ${name}: use the uid instead.`,
  );
}

function trustLevel(text: string): TrustLevel {
  const read = TrustLevel.safeParse(text);
  if (read.success) return read.data;
  throw new AppError(
    'source_invalid',
    `“${text}” is no level. These are: untrusted, community, verified, first_party.`,
  );
}

/** Reads a file named on the command line; `-` is standard input. */
export async function readNamed(file: string): Promise<string> {
  if (file === '-') return readAll(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new AppError('not_found', `The file ${file} cannot be read.`);
  }
}
