/** The list with the item at `index` moved by `step` places; unchanged at its ends. */
export function moved<T>(list: readonly T[], index: number, step: -1 | 1): readonly T[] {
  const target = index + step;
  const item = list[index];
  const other = list[target];
  if (item === undefined || other === undefined) return list;
  return list.map((one, place) => (place === index ? other : place === target ? item : one));
}
