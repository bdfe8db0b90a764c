/** An identifier made of a name: lower case and digits, with `separator` for everything else; people may change it. */
export function identifierOf(
  name: string,
  { separator, longest }: { readonly separator: '-' | '_'; readonly longest: number },
): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '');
  return words.join(separator).slice(0, longest);
}
