import { useQuery } from '@tanstack/react-query';
import { ClaimedGroup, Grant, RightsView } from '../../../../src/contracts/index.ts';
import { Time } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { logWords } from './log-words.ts';
import { peopleQueries } from './people-queries.ts';
import { useRightNames } from './rights-fields.tsx';
import { RIGHT_KINDS, type RightKind } from './rights-form.ts';
import { peopleWords } from './words.ts';

/** One value of an entry of the log in words; of what was changed, before and after. */
export function LogValue(props: { field: string; value: unknown; isChange: boolean }) {
  const { field, value, isChange } = props;
  const t = useText(logWords);
  const textOf = useValueText(field);
  const rightLines = useRightLines();
  if (field === 'expiresAtMs' && typeof value === 'number') return <Time atMs={value} />;
  const values: readonly unknown[] =
    isChange && Array.isArray(value) && value.length === 2 ? value : [value];
  const lines = field === 'rights' ? rightLines(values) : null;
  if (lines !== null) return lines.map((line) => <div key={line}>{line}</div>);
  const [first, last] = values.map(textOf);
  return last === undefined ? first : t.change(first ?? '', last);
}

/** How a value of a field reads: a permission and a group by its name, and what nobody knows as it was written. */
function useValueText(field: string): (value: unknown) => string {
  const t = useText(logWords);
  const { grant } = useText(peopleWords);
  const groups = useQuery(peopleQueries.overview()).data?.groups;
  const groupName = (groupId: string) =>
    groups === undefined ? groupId : (groups.find(({ id }) => id === groupId)?.name ?? t.goneGroup);
  const named = (one: string): string => {
    if (field === 'groupIds') return groupName(one);
    const known = field === 'grants' ? Grant.safeParse(one).data : undefined;
    return known === undefined ? one : grant[known];
  };
  const textOf = (one: unknown): string => {
    if (one === null || one === undefined || one === '') return t.nothing;
    if (typeof one === 'boolean') return one ? t.yes : t.no;
    if (Array.isArray(one)) return one.length === 0 ? t.nothing : one.map(textOf).join(', ');
    if (typeof one === 'string') return named(one);
    const mapped = field === 'groupMap' ? ClaimedGroup.safeParse(one).data : undefined;
    return mapped === undefined
      ? JSON.stringify(one)
      : t.change(mapped.value, groupName(mapped.groupId));
  };
  return textOf;
}

/** Rights in a line a kind, of two only what differs; `null` for what are none of this release. */
function useRightLines(): (values: readonly unknown[]) => readonly string[] | null {
  const t = useText(logWords);
  const words = useText(peopleWords);
  const names = useRightNames(useQuery(peopleQueries.overview()).data?.options ?? null);
  const textOf = (rights: RightsView, kind: RightKind) => {
    const held = rights[kind];
    if (held === 'all') return words.everything;
    if (held.length === 0) return words.nothing;
    return held.map((id) => names?.[kind].find((one) => one.id === id)?.name ?? id).join(', ');
  };
  return (values) => {
    const [first, last = first] = values.map((value) => RightsView.safeParse(value).data);
    if (first === undefined || last === undefined) return null;
    return RIGHT_KINDS.flatMap((kind) => {
      const [before, after] = [textOf(first, kind), textOf(last, kind)];
      if (values.length > 1 && before === after) return [];
      const text = values.length > 1 ? t.change(before, after) : after;
      return [`${words.right[kind].heading}: ${text}`];
    });
  };
}
