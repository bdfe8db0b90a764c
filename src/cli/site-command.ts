import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import type { SiteWords } from '../app/index.ts';
import { AppError } from '../base/index.ts';
import { say } from './acting.ts';
import { app } from './open.ts';
import { withProgress } from './progress.ts';
import { siteCheckText } from './site-text.ts';

/** The generators a site can be said to be of; named here too, since help is shown without loading the program. */
const PROFILES: Readonly<Record<NonNullable<SiteWords['profile']>, true>> = {
  jekyll: true,
  hugo: true,
  astro: true,
  docusaurus: true,
  vitepress: true,
  eleventy: true,
  zola: true,
  plain: true,
};

interface CheckOptions {
  readonly json?: boolean;
  readonly all?: boolean;
  readonly profile?: SiteWords['profile'];
  readonly contentFolder?: readonly string[];
  readonly defaultLanguage?: string;
  readonly draftKey?: string;
  readonly titleKey?: string;
  readonly descriptionKey?: string;
  readonly staticFolder?: string;
}

/** `vouch site …`: a folder of Markdown, looked at before it is connected. */
export function siteCommand(): Command {
  const command = new Command('site').description('look at a folder of Markdown');
  command
    .command('check <folder>')
    .description(
      'say how a site is understood, which files are never touched and why, and which defects its pages have; nothing is written and no installation is needed',
    )
    .addOption(
      new Option('--profile <generator>', 'whose site it is (default: found out)').choices(
        Object.keys(PROFILES),
      ),
    )
    .option(
      '--content-folder <path>',
      'folder pages are taken from; may be given several times (default: found out)',
      (folder: string, others: readonly string[] | undefined) => [...(others ?? []), folder],
    )
    .option('--default-language <code>', 'language of pages that state none (default: found out)')
    .option('--draft-key <key>', "key that hides a page, besides the generator's own")
    .option('--title-key <key>', 'key titles stand under (default: title)')
    .option('--description-key <key>', 'key descriptions stand under (default: found out)')
    .option('--static-folder <path>', "folder served from the site's root (default: by generator)")
    .option('--all', 'list every file and every finding, not only the first of them')
    .option('--json', 'machine-readable output')
    .addHelpText(
      'after',
      '\nThe same can be said of a connected site in the settings: content.profile, content.folders …; docs/operations.md lists them.',
    )
    .action(async (folder: string, options: CheckOptions) => {
      if (!existsSync(folder)) throw new AppError('not_found', `There is no folder ${folder}.`);
      const { checkSite } = await app();
      const report = await withProgress((show) =>
        checkSite(folder, {
          settings: settingsOf(options),
          onPage: ({ path, index, total }) => {
            show(`${String(index)} of ${String(total)}  ${path}`);
          },
        }),
      );
      say(options, report, () => siteCheckText(report, { isWhole: options.all === true }));
    });
  return command;
}

function settingsOf(options: CheckOptions): SiteWords {
  const { contentFolder, profile, defaultLanguage, draftKey, titleKey } = options;
  const { descriptionKey, staticFolder } = options;
  return {
    ...(profile === undefined ? {} : { profile }),
    ...(contentFolder === undefined ? {} : { contentFolders: contentFolder }),
    ...(defaultLanguage === undefined ? {} : { defaultLanguage }),
    ...(draftKey === undefined ? {} : { draftKey }),
    ...(titleKey === undefined ? {} : { titleKey }),
    ...(descriptionKey === undefined ? {} : { descriptionKey }),
    ...(staticFolder === undefined ? {} : { staticFolder }),
  };
}
