/** Which of the paths an address means: as it is, with an extension, or as a folder; `null` when none (spelling: NFC). */
export function pathForAddress(address: string, paths: readonly string[]): string | null {
  const wanted = address
    .split(/[?#]/)[0]
    ?.replace(/^\/+|\/+$/g, '')
    .normalize('NFC');
  if (wanted === undefined) return null;
  const stem = wanted.replace(/\.html?$/i, '');
  const folder = stem === '' ? '' : `${stem}/`;
  const candidates = [
    wanted,
    ...EXTENSIONS.map((extension) => `${stem}${extension}`),
    ...['index', '_index', 'README'].flatMap((name) =>
      EXTENSIONS.map((extension) => `${folder}${name}${extension}`),
    ),
  ];
  const byName = namesOf(paths);
  for (const candidate of candidates) {
    const path = byName.get(candidate);
    if (path !== undefined) return path;
  }
  return null;
}

/** Asked again and again about the same list, by whoever follows all links of a page. */
const names = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

function namesOf(paths: readonly string[]): ReadonlyMap<string, string> {
  const known = names.get(paths);
  if (known !== undefined) return known;
  const fresh = new Map(paths.map((path) => [path.normalize('NFC'), path]));
  names.set(paths, fresh);
  return fresh;
}

const EXTENSIONS = ['.md', '.mdx', '.markdown'];
