import { useQuery } from '@tanstack/react-query';
import { useMemo, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { PageTreeNode, SiteView } from '../../../../src/contracts/index.ts';
import { Badge, Button, EmptyState, ErrorLine, Icon, Loading } from '../../components/index.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import type { PageFilter } from '../../lib/page-tree.ts';
import { queries } from '../../lib/queries.ts';
import { useSettled } from '../../lib/use-settled.ts';
import {
  foundByTitle,
  foundInTexts,
  markedPieces,
  MAX_TITLES,
  pageBook,
  type FoundText,
} from './page-search.ts';
import { strings } from './strings.ts';

interface FoundPagesProps {
  site: SiteView;
  search: string;
  filter: PageFilter;
  /** The open page. */
  current: number | null;
  onShowAll: () => void;
}

/** What a search found: pages by their title at once, then those in whose text the words stand, with an excerpt. */
export function FoundPages({ site, search, filter, current, onShowAll }: FoundPagesProps) {
  const t = useText(strings);
  const book = useMemo(() => pageBook(site), [site]);
  const titles = useMemo(() => foundByTitle(book, { search, filter }), [book, search, filter]);
  const asked = useSettled(search.trim());
  const isAsked = Array.from(asked).length >= MIN_CHARACTERS;
  const texts = useQuery({
    ...queries.search(asked),
    enabled: isAsked,
    // While somebody types on, what was found for the letters before stays.
    placeholderData: (before) => before,
  });
  const isAwaited = search.trim() !== asked || texts.isFetching;
  const found = isAsked ? foundInTexts(book, texts.data?.hits ?? [], { titles, filter }) : [];
  const shown = titles.slice(0, MAX_TITLES);
  const isNothing = titles.length === 0 && found.length === 0;
  const isSeveral = site.languages.length > 1;
  const unread = isAsked ? (texts.data?.unread ?? 0) : 0;
  const row = { search, current, isSeveral };
  if (isNothing && !isAwaited && texts.error === null) {
    return (
      <EmptyState
        title={t.noMatch}
        icon="search"
        action={
          <Button size="sm" onPress={onShowAll}>
            {t.showAll}
          </Button>
        }
      >
        {unread === 0 ? t.noMatchHint : `${t.noMatchHint} ${t.notSearched(unread)}`}
      </EmptyState>
    );
  }
  return (
    <div className="v-found">
      <p className="v-sr" role="status">
        {isAwaited ? t.searching : t.foundCount(titles.length, found.length)}
      </p>
      {shown.length > 0 && (
        <Group title={t.inTitles}>
          {shown.map((page) => (
            <Row key={page.uid} page={page} {...row} />
          ))}
        </Group>
      )}
      {titles.length > shown.length && (
        <p className="v-caption v-found__more">{t.moreTitles(titles.length - shown.length)}</p>
      )}
      {found.length > 0 && (
        <Group title={t.inTexts}>
          {found.map((each) => (
            <Row key={each.page.uid} page={each.page} hit={each.hit} {...row} />
          ))}
        </Group>
      )}
      {unread > 0 && <p className="v-caption v-found__more">{t.notSearched(unread)}</p>}
      {texts.error !== null && !isAwaited && <ErrorLine error={texts.error} />}
      {found.length === 0 && isAwaited && (isAsked || search.trim() !== asked) && (
        <Loading lines={3} label={t.searching} />
      )}
    </div>
  );
}

/** As short a word as the server looks for. */
const MIN_CHARACTERS = 2;

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="v-found__head">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function Row(props: {
  page: PageTreeNode;
  hit?: FoundText['hit'];
  search: string;
  current: number | null;
  /** Whether the site has several languages, so that each page says its own. */
  isSeveral: boolean;
}) {
  const { page, hit, search, current, isSeveral } = props;
  const t = useText(strings);
  const { locale } = useLocale();
  const place = hit?.element == null ? '' : `#element-content-${String(hit.element)}`;
  return (
    <li>
      <Link
        className="v-found__row"
        to={`/pages/${String(page.uid)}${place}`}
        data-found
        aria-current={page.uid === current ? 'page' : undefined}
      >
        <span className="v-found__title">
          <Icon name={page.readOnly !== null ? 'lock' : page.hidden ? 'draft' : 'page'} size="sm" />
          <span>
            <Marked text={page.title} search={search} />
          </span>
          {page.hidden && <Badge tone="draft">{t.draft}</Badge>}
        </span>
        {hit !== undefined && (
          <span className="v-found__text">
            <Marked text={hit.excerpt} search={search} />
          </span>
        )}
        <span className="v-caption v-found__path">
          {isSeveral ? `${languageName(locale, page.language)} · ${page.path}` : page.path}
        </span>
      </Link>
    </li>
  );
}

function Marked({ text, search }: { text: string; search: string }) {
  return markedPieces(text, search).map((piece, index) =>
    piece.isFound ? <mark key={index}>{piece.text}</mark> : piece.text,
  );
}

/**
 * Arrow keys go from the search field through what was found and back; Enter in the field opens the first find, Escape among
 * the finds leads back to the field.
 */
export function moveThroughFound(
  event: KeyboardEvent<HTMLElement>,
  side: HTMLElement | null,
): void {
  const rows = [...(side?.querySelectorAll<HTMLElement>('[data-found]') ?? [])];
  const field = side?.querySelector<HTMLElement>('input[type=search]');
  const at = rows.findIndex((row) => row === event.target);
  const isInField = event.target === field;
  if (!isInField && at === -1) return;
  if (event.key === 'Enter' && isInField) rows[0]?.click();
  else if (event.key === 'ArrowDown') (rows[at + 1] ?? rows[at])?.focus();
  else if (event.key === 'ArrowUp' && !isInField) (rows[at - 1] ?? field)?.focus();
  else if (event.key === 'Escape' && !isInField) field?.focus();
  else return;
  event.preventDefault();
}
