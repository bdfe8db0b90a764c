import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { SiteView } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Button,
  ButtonLink,
  EmptyState,
  Icon,
  OpenPointCount,
  SearchField,
  Segments,
  TextButton,
  Tree,
  type TreeNode,
} from '../../components/index.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { allPages, type PageFilter } from '../../lib/page-tree.ts';
import { useMe } from '../../lib/queries.ts';
import { FoundPages, moveThroughFound } from './found-pages.tsx';
import { LeftOutDialog } from './left-out-dialog.tsx';
import { countPages, listPages, pathTo, type LanguageGroup, type ListedPage } from './page-list.ts';
import { strings } from './strings.ts';
import { unreadText } from './unread-words.ts';

interface PageNavProps {
  site: SiteView;
  /** The open page. */
  current: number | null;
}

/** The list of pages: search, filter, the tree or what was found, and what was left out. */
export function PageNav({ site, current }: PageNavProps) {
  const t = useText(strings);
  const [filter, setFilter] = useState<PageFilter>('all');
  const [search, setSearch] = useState('');
  const [leftOutOpen, setLeftOutOpen] = useState(false);
  const side = useRef<HTMLDivElement>(null);
  // What somebody types appears at once; the list of a large site may come a moment later.
  const soughtFor = useDeferredValue(search);
  const isSearch = soughtFor.trim() !== '';
  const counts = useMemo(() => countPages(site), [site]);
  const groups = useMemo(() => listPages(site, filter), [site, filter]);
  const showAll = () => {
    setFilter('all');
    setSearch('');
  };
  return (
    <div
      className="v-side__body"
      ref={side}
      onKeyDown={(event) => {
        moveThroughFound(event, side.current);
      }}
    >
      <div className="v-side__tools">
        <SearchField label={t.search} value={search} onChange={setSearch} />
        <ButtonLink size="sm" icon="play" to="/tours/new">
          {t.manyPages}
        </ButtonLink>
        <Segments
          label={t.filter}
          segments={[
            { id: 'all', label: t.all },
            { id: 'drafts', label: t.drafts(counts.drafts) },
            { id: 'open', label: t.open(counts.open) },
          ]}
          value={filter}
          onChange={setFilter}
        />
      </div>
      <div className="v-side__scroll">
        {isSearch ? (
          <FoundPages
            site={site}
            search={soughtFor}
            filter={filter}
            current={current}
            onShowAll={showAll}
          />
        ) : groups.length === 0 ? (
          <NothingListed filter={filter} onShowAll={showAll} />
        ) : (
          <PageTree
            key={site.defaultLanguage}
            groups={groups}
            site={site}
            current={current}
            isNarrowed={filter !== 'all'}
          />
        )}
      </div>
      <div className="v-side__foot">
        <span>{t.count(site.pageCount)}</span>
        {site.leftOut.length > 0 && (
          <TextButton
            className="v-side__leftout"
            onPress={() => {
              setLeftOutOpen(true);
            }}
          >
            {t.leftOut(site.leftOut.length)}
          </TextButton>
        )}
      </div>
      <LeftOutDialog
        files={site.leftOut}
        isOpen={leftOutOpen}
        onClose={() => {
          setLeftOutOpen(false);
        }}
      />
    </div>
  );
}

function PageTree(props: {
  groups: readonly LanguageGroup[];
  site: SiteView;
  current: number | null;
  isNarrowed: boolean;
}) {
  const { groups, site, current, isNarrowed } = props;
  const t = useText(strings);
  const { locale } = useLocale();
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => initiallyOpen(site, current));
  const [shownFor, setShownFor] = useState(current);
  // Opening a page from elsewhere unfolds the way to it; folding by hand stays.
  if (current !== shownFor) {
    setShownFor(current);
    setOpened(new Set([...opened, ...wayTo(site, current)]));
  }
  const isGrouped = new Set(allPages(site.roots).map(({ language }) => language)).size > 1;
  const nodes = isGrouped
    ? groups.map((group) => ({
        id: groupId(group.language),
        text: languageName(locale, group.language),
        content: (
          <span className="v-row__label v-row__label--group">
            {languageName(locale, group.language)}
          </span>
        ),
        children: group.pages.map((page) => rowOf(page)),
      }))
    : (groups[0]?.pages.map((page) => rowOf(page)) ?? []);
  // Of drafts and open points everything that is left is unfolded.
  const expanded = isNarrowed ? new Set(allIds(nodes)) : opened;
  return (
    <Tree
      label={t.tree}
      nodes={nodes}
      selected={current === null ? null : pageId(current)}
      expanded={expanded}
      onExpandedChange={setOpened}
      onAction={(id) => {
        const next = new Set(opened);
        if (!next.delete(id)) next.add(id);
        setOpened(next);
      }}
    />
  );
}

const groupId = (language: string) => `language:${language}`;
const pageId = (uid: number) => String(uid);

function wayTo(site: SiteView, current: number | null): string[] {
  if (current === null) return [];
  const path = pathTo(site.roots, current);
  const language = path.at(-1)?.language;
  return [
    ...path.slice(0, -1).map(({ uid }) => pageId(uid)),
    ...(language === undefined ? [] : [groupId(language)]),
  ];
}

/** A small site is unfolded; of a large one, the site's own language and the way to the open page. */
function initiallyOpen(site: SiteView, current: number | null): Set<string> {
  const pages = allPages(site.roots);
  const parents = pages.filter(({ children }) => children.length > 0);
  return new Set([
    groupId(site.defaultLanguage),
    ...wayTo(site, current),
    ...(pages.length <= SMALL_SITE ? parents.map(({ uid }) => pageId(uid)) : []),
  ]);
}

const SMALL_SITE = 60;

function allIds(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) => [node.id, ...allIds(node.children)]);
}

function rowOf({ page, children }: ListedPage): TreeNode {
  return {
    id: pageId(page.uid),
    text: page.title,
    href: `/pages/${String(page.uid)}`,
    content: <PageRow listed={{ page, children, isContext: false }} />,
    children: children.map(rowOf),
  };
}

function PageRow({ listed: { page, children } }: { listed: ListedPage }) {
  const t = useText(strings);
  const { locale } = useLocale();
  const icon = page.readOnly !== null ? 'lock' : page.hidden ? 'draft' : 'page';
  return (
    <>
      {children.length === 0 && <Icon name={icon} size="sm" />}
      <span
        className={page.readOnly === null ? 'v-row__label' : 'v-row__label v-subtle'}
        title={page.title}
      >
        {page.title}
      </span>
      <OpenPointCount value={page.openPoints} />
      {page.hidden && <Badge tone="draft">{t.draft}</Badge>}
      {page.readOnly !== null && (
        <span
          className="v-caption"
          title={unreadText({ reason: page.readOnly, code: page.readOnlyCode }, locale)}
        >
          {t.readOnly}
        </span>
      )}
    </>
  );
}

function NothingListed({ filter, onShowAll }: { filter: PageFilter; onShowAll: () => void }) {
  const t = useText(strings);
  const { isAdministrator } = useMe();
  const showAll = (
    <Button size="sm" onPress={onShowAll}>
      {t.showAll}
    </Button>
  );
  if (filter === 'drafts') return <EmptyState title={t.noDrafts} icon="draft" action={showAll} />;
  if (filter === 'open') {
    return (
      <EmptyState title={t.noOpen} icon="ok" action={showAll}>
        {t.noOpenHint}
      </EmptyState>
    );
  }
  // Administrators read everything: what they do not see is not there.
  return isAdministrator ? (
    <EmptyState title={t.noPages}>{t.noPagesHint}</EmptyState>
  ) : (
    <EmptyState title={t.noPagesOpen}>{t.noPagesOpenHint}</EmptyState>
  );
}
