import type { SiteCheck } from '../app/index.ts';
import { printable } from './tour-screen.ts';

/** Lines of a list that are shown unless all are asked for. */
const SHOWN = 12;

const RECOGNISED: Readonly<Record<SiteCheck['understood']['recognisedBy'], string>> = {
  settings: 'as you said',
  config: 'by its settings file',
  folders: 'by its folders',
  pages: 'by its pages',
  nothing: 'nothing speaks for a generator',
};

const BECAUSE: Readonly<Record<SiteCheck['understood']['hidden'][number]['because'], string>> = {
  draft: 'marked as a draft',
  drafts_folder: 'lies in a folder of drafts',
  no_page: 'its generator makes no page of it',
  future: 'its date has not come',
  expired: 'its date has passed',
};

const SIGNS: Readonly<Record<string, string>> = {
  key: 'a key of the page',
  suffix: 'the name of the file',
  folder: 'the folder',
};

/** The report for people. */
export function siteCheckText(report: SiteCheck, options: { readonly isWhole: boolean }): string {
  const limit = options.isWhole ? Infinity : SHOWN;
  return [
    understood(report),
    untouched(report, limit),
    targets(report, limit),
    defects(report, options.isWhole),
  ].join('\n');
}

function understood({ folder, understood: site, elements, references }: SiteCheck): string {
  const { titles, descriptions } = site;
  const by = site.settingsFile === null ? '' : ` (${site.settingsFile})`;
  const rows: readonly (readonly [string, string])[] = [
    ['Folder', folder],
    ['Site', `${site.generator}, ${RECOGNISED[site.recognisedBy]}${by}`],
    ['Pages', `${String(site.pages)} in ${site.contentFolders.join(', ')}`],
    [
      'Languages',
      site.languages
        .map(
          ({ code, pages, isDefault }) =>
            `${code}${isDefault ? ' (default)' : ''} ${String(pages)}`,
        )
        .join(', '),
    ],
    ['', `stated by ${site.languagesBy.map((sign) => SIGNS[sign] ?? sign).join(', then ')}`],
    ['Drafts', `${site.draftMark} · hidden now: ${String(site.hidden.length)}`],
    [
      'Titles',
      `from ${titles.key} ${String(titles.from.key)}, from a heading ${String(titles.from.heading)}, only a file name ${String(titles.from.file_name)}`,
    ],
    [
      'Descriptions',
      `in ${descriptions.key} · ${String(descriptions.present)} of ${String(site.pages)} pages`,
    ],
    ['Static files', site.staticFolders.join(', ')],
    ['Links', site.linksToFiles ? 'to files (other.md) and to addresses' : 'to addresses'],
    [
      'Elements',
      Object.entries(elements)
        .sort(([, a], [, b]) => b - a)
        .map(([kind, count]) => `${kind} ${String(count)}`)
        .join(', '),
    ],
    ['', `images ${String(references.images)}, links ${String(references.links)}`],
  ];
  return rows.map(([name, value]) => `${name.padEnd(14)}${printable(value)}\n`).join('');
}

function untouched({ understood: site, pages }: SiteCheck, limit: number): string {
  const readOnly = pages.flatMap(({ path, readOnly: reason }) =>
    reason === null ? [] : [{ path, reason }],
  );
  return [
    list('Never touched', site.leftOut, limit),
    list('Only shown, not edited', readOnly, limit),
    list(
      'Hidden from the public',
      site.hidden.map(({ path, because }) => ({ path, reason: BECAUSE[because] })),
      limit,
    ),
  ].join('');
}

function list(
  title: string,
  lines: readonly { readonly path: string; readonly reason: string }[],
  limit: number,
): string {
  const shown = lines.slice(0, limit);
  const width = Math.min(60, Math.max(0, ...shown.map(({ path }) => path.length)));
  return [
    `${title}: ${lines.length === 0 ? 'nothing' : String(lines.length)}\n`,
    ...shown.map(
      ({ path, reason }) => `  ${printable(path).padEnd(width)}  ${printable(reason)}\n`,
    ),
    ...more(lines.length - shown.length),
  ].join('');
}

function more(count: number): readonly string[] {
  return count > 0 ? [`  … and ${String(count)} more; --all lists them.\n`] : [];
}

function targets({ targets: found }: SiteCheck, limit: number): string {
  const { outside, pages, files, nowhere } = found;
  const shown = nowhere.slice(0, limit);
  return [
    `Links and pictures lead to pages ${String(pages)}, to files ${String(files)}, elsewhere ${String(outside)}; to nothing in this folder: ${String(nowhere.length)}\n`,
    ...shown.map(
      ({ path, target }) => `  ${printable(path)}: ${printable(target).slice(0, 120)}\n`,
    ),
    ...more(nowhere.length - shown.length),
  ].join('');
}

function defects({ defects: found, pages }: SiteCheck, isWhole: boolean): string {
  const count = found.reduce((sum, each) => sum + each.count, 0);
  return [
    `Defects: ${String(count)}\n`,
    ...found.map(
      (each) =>
        `  ${each.check.padEnd(26)}${String(each.count).padStart(6)} on ${String(each.pages)} pages, ${String(each.withProposal)} with a proposal of the built-in model\n`,
    ),
    ...(isWhole ? pages.flatMap(pageDefects) : []),
  ].join('');
}

function pageDefects({ path, findings }: SiteCheck['pages'][number]): readonly string[] {
  return findings.map(
    ({ check, quote }) =>
      `  ${printable(path)}: ${check}${quote === null ? '' : ` – ${printable(quote).replaceAll('\n', ' ').slice(0, 100)}`}\n`,
  );
}
