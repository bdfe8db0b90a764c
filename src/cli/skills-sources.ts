import { Option, type Command } from 'commander';
import { AppError } from '../base/index.ts';
import {
  TrustLevel,
  type SkillSourceView,
  type SkillSyncState,
  type SyncProgress,
} from '../contracts/index.ts';
import { acting, common, say, type Common } from './acting.ts';
import { someChange } from './checked.ts';
import { EXIT } from './exit-codes.ts';
import { findSkill } from './find-skill.ts';
import { withProgress } from './progress.ts';
import { readAll, writeNamed } from './standard-input.ts';
import { sourceText, syncProgress, syncText } from './skills-sync-text.ts';

interface AddOptions extends Common {
  readonly type: 'single_file' | 'repo' | 'marketplace';
  readonly ref?: string;
  readonly folder?: string;
  readonly title?: string;
  readonly trust: TrustLevel;
  readonly fingerprint?: string;
  readonly tokenStdin?: boolean;
}

/** `vouch skills sources|add-source|change-source|sync|export|upgrade`: where skills come from. */
export function addSourceCommands(skills: Command): void {
  addListing(skills);
  addAdding(skills);
  addChanging(skills);
  addSyncing(skills);
  skills
    .command('export <skill>')
    .description('a skill as SKILL.md, the same bytes every time (identifier or uid)')
    .option('-o, --out <file>', 'write to this file instead of standard output')
    .option('--as <e-mail>', 'act for this person (default: the only administrator)')
    .action(async (name: string, options: Common & { out?: string }, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const { uid } = await findSkill(vouch, actor, name);
        const text = await vouch.ingest.exportSkill(uid, actor);
        if (options.out === undefined) process.stdout.write(text);
        else await writeNamed(options.out, text);
      });
    });
  common(
    skills
      .command('upgrade')
      .description(
        'give rows of an older version their digest, where they are what their sync wrote',
      ),
  ).action(async (options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const report = await vouch.ingest.upgrade(actor);
      if (report.refused.length > 0) process.exitCode = EXIT.toMend;
      say(options, report, () =>
        [
          `${String(report.upgraded)} upgraded, ${String(report.current)} had a digest, ${String(report.disabled)} switched off.\n`,
          ...report.refused.map(
            ({ skillUid, identifier, fault }) =>
              `  ${String(skillUid)} ${identifier}: not what its sync wrote (${fault}); sync its source\n`,
          ),
        ].join(''),
      );
    });
  });
}

function addListing(skills: Command): void {
  common(
    skills
      .command('sources')
      .description('every source: where it is read, how far it is trusted, and its last sync'),
  ).action(async (options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const sources = await vouch.ingest.sources(actor);
      say(options, sources, () => sources.map(sourceText).join(''));
    });
  });
}

function addAdding(skills: Command): void {
  common(
    skills
      .command('add-source <url>')
      .description('add a repository, a single file or a marketplace on GitHub')
      .addOption(
        new Option('-t, --type <type>', 'what the address names')
          .choices(['repo', 'single_file', 'marketplace'])
          .default('repo'),
      )
      .option('--ref <ref>', 'branch, tag or commit (default: the default branch)')
      .option('--folder <path>', 'only skills below this folder')
      .option('--title <title>', 'how lists show it (default: owner/name)')
      .addOption(
        new Option('--trust <level>', 'how far the source is trusted')
          .choices(TrustLevel.options)
          .default('untrusted'),
      )
      .option('--fingerprint <hex>', 'refuse every sync whose skills do not have this fingerprint')
      .option('--token-stdin', 'read a token for a private repository from standard input'),
  ).action(async (url: string, options: AddOptions, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const source = await vouch.ingest.addSource(
        {
          url,
          type: options.type,
          trustLevel: options.trust,
          ref: options.ref ?? null,
          pathPrefix: options.folder ?? null,
          expectedFingerprint: options.fingerprint ?? null,
          token: options.tokenStdin === true ? (await readAll(process.stdin)).trim() : null,
          ...(options.title === undefined ? {} : { title: options.title }),
        },
        actor,
      );
      say(
        options,
        source,
        () =>
          `Added ${source.title} as source ${String(source.uid)}. Next: vouch skills sync ${String(source.uid)}\n`,
      );
    });
  });
}

interface ChangeOptions extends Common {
  readonly url?: string;
  readonly ref?: string;
  readonly folder?: string;
  readonly title?: string;
  readonly trust?: TrustLevel;
  readonly fingerprint?: string;
  readonly tokenStdin?: boolean;
  readonly on?: boolean;
  readonly off?: boolean;
}

function addChanging(skills: Command): void {
  common(
    skills
      .command('change-source <source>')
      .description('change a source (uid or title); what is left out stays')
      .option('--url <url>', 'another address')
      .option('--ref <ref>', 'branch, tag or commit; “none” for the default branch')
      .option('--folder <path>', 'only skills below this folder; “none” for all')
      .option('--title <title>', 'how lists show it')
      .addOption(
        new Option('--trust <level>', 'how far the source is trusted').choices(TrustLevel.options),
      )
      .option('--fingerprint <hex>', 'what every sync has to come to; “none” for anything')
      .option('--token-stdin', 'read another token from standard input; nothing takes it away')
      .option('--off', 'nothing of its skills is used, and it is not synced')
      .addOption(new Option('--on', 'its skills are used again').conflicts('off')),
  )
    .addHelpText(
      'after',
      '\nA source is switched off, never removed: its skills, their approvals and their history stay.',
    )
    .action(async (named: string, options: ChangeOptions, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const { uid } = one(await vouch.ingest.sources(actor), named);
        const { url, ref, folder, title, trust, fingerprint } = options;
        const changes = {
          ...(url === undefined ? {} : { url }),
          ...(ref === undefined ? {} : { ref: orNone(ref) }),
          ...(folder === undefined ? {} : { pathPrefix: orNone(folder) }),
          ...(title === undefined ? {} : { title }),
          ...(trust === undefined ? {} : { trustLevel: trust }),
          ...(fingerprint === undefined ? {} : { expectedFingerprint: orNone(fingerprint) }),
          ...(options.tokenStdin === true
            ? { token: (await readAll(process.stdin)).trim() || null }
            : {}),
          ...(options.off === true ? { enabled: false } : {}),
          ...(options.on === true ? { enabled: true } : {}),
        };
        const source = await vouch.ingest.changeSource(uid, someChange(changes), actor);
        say(options, source, () => sourceText(source));
      });
    });
}

function orNone(text: string): string | null {
  return text === 'none' ? null : text;
}

function addSyncing(skills: Command): void {
  common(
    skills
      .command('sync [source]')
      .description('bring a source up to date (uid or title), or every source that is switched on'),
  )
    .addHelpText(
      'after',
      `\nExit code: ${String(EXIT.done)} synced, refused files are listed; ${String(EXIT.refused)} refused before it began; ${String(EXIT.unfinished)} called off or stopped: of a source that was, nothing was written.`,
    )
    .action(async (name: string | undefined, options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const sources = chosen(await vouch.ingest.sources(actor), name);
        if (sources.length === 0 && options.json !== true) {
          process.stdout.write('There is no source to sync. Next: vouch skills add-source\n');
        }
        const stop = new AbortController();
        const onSignal = () => {
          stop.abort();
        };
        process.once('SIGINT', onSignal);
        const states: SkillSyncState[] = [];
        for (const source of sources) {
          if (stop.signal.aborted) break;
          const state = await withProgress((show) =>
            vouch.ingest.sync(source.uid, actor, {
              signal: stop.signal,
              onProgress: (progress) => {
                show(syncProgress(source, progress), { milestone: isMilestone(progress) });
              },
            }),
          );
          if (options.json !== true) process.stdout.write(syncText(source, state));
          states.push(state);
        }
        process.removeListener('SIGINT', onSignal);
        if (options.json === true) process.stdout.write(`${JSON.stringify(states)}\n`);
        const isThrough = !stop.signal.aborted && states.every(({ status }) => status !== 'error');
        process.exitCode = isThrough ? EXIT.done : EXIT.unfinished;
      });
    });
}

function isMilestone({ phase, file, files }: SyncProgress): boolean {
  return phase !== 'reading' || file === files;
}

function chosen(
  sources: readonly SkillSourceView[],
  name: string | undefined,
): readonly SkillSourceView[] {
  const synced = sources.filter(({ remote }) => remote !== null);
  if (name === undefined) return synced.filter(({ enabled }) => enabled);
  return [one(synced, name)];
}

/** The source of that uid or title. Throws `not_found` with what to do unless there is exactly one. */
function one(sources: readonly SkillSourceView[], name: string): SkillSourceView {
  const found = sources.filter(({ uid, title }) => String(uid) === name || title === name);
  const [source] = found;
  if (source !== undefined && found.length === 1) return source;
  throw new AppError(
    'not_found',
    found.length === 0
      ? `There is no source ${name}; see: vouch skills sources`
      : `Several sources are called ${name}: use the uid instead.`,
  );
}
