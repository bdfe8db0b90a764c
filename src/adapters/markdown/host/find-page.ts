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
  const byName = new Map(paths.map((path) => [path.normalize('NFC'), path]));
  for (const candidate of candidates) {
    const path = byName.get(candidate);
    if (path !== undefined) return path;
  }
  return null;
}

const EXTENSIONS = ['.md', '.mdx', '.markdown'];
