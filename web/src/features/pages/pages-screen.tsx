import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import type { SiteView } from '../../../../src/contracts/index.ts';
import { Drawer, EmptyState, ErrorState, Loaded, Loading } from '../../components/index.ts';
import { hasCode } from '../../lib/api-error.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { MEDIUM, NARROW, useMedia } from '../../lib/use-media.ts';
import { useTitle } from '../../lib/use-title.ts';
import { pageToOpen } from './page-list.ts';
import { PageNav } from './page-nav.tsx';
import { PageWork } from './page-work.tsx';
import { strings } from './strings.ts';
import { LOOK_AT_PAGE_MS } from './use-live-page.ts';

const LAST_PAGE = 'vouch.last-page';

/** Pages, the open one, and the assistant beside it. On a phone one of the three at a time. */
export function PagesScreen() {
  const t = useText(strings);
  useTitle(t.pages);
  const uid = readUid(useParams()['uid']);
  const site = useQuery(queries.site());
  const isNarrow = useMedia(NARROW);
  const listIsBeside = !useMedia(MEDIUM);
  const [listOpen, setListOpen] = useState(false);
  const [listedFor, setListedFor] = useState(uid);
  // Choosing a page closes the drawer it was chosen in.
  if (listedFor !== uid) {
    setListedFor(uid);
    setListOpen(false);
  }
  useEffect(() => {
    if (uid !== null) localStorage.setItem(LAST_PAGE, String(uid));
  }, [uid]);

  if (uid === null && !isNarrow && site.data !== undefined) {
    const open = pageToOpen(site.data, readUid(localStorage.getItem(LAST_PAGE) ?? undefined));
    if (open !== null) return <Navigate to={`/pages/${String(open)}`} replace />;
  }
  const nav = (
    <Loaded query={site} lines={10}>
      {(data) => <PageNav site={data} current={uid} />}
    </Loaded>
  );
  if (isNarrow && uid === null) return <Side isMain>{nav}</Side>;
  return (
    <div className="v-panes v-workspace" data-narrow={isNarrow || undefined}>
      {listIsBeside && <Side>{nav}</Side>}
      <OpenPage
        uid={uid}
        site={site.data}
        onList={
          listIsBeside
            ? null
            : () => {
                setListOpen(true);
              }
        }
      />
      {!listIsBeside && !isNarrow && (
        <Drawer
          title={t.pages}
          side="left"
          isOpen={listOpen}
          onClose={() => {
            setListOpen(false);
          }}
        >
          <div className="v-side v-side--drawer">{nav}</div>
        </Drawer>
      )}
    </div>
  );
}

function Side({ children, isMain = false }: { children: ReactNode; isMain?: boolean }) {
  const t = useText(strings);
  const content = (
    <>
      <div className="v-side__head">{isMain ? <h1>{t.pages}</h1> : <h2>{t.pages}</h2>}</div>
      {children}
    </>
  );
  return isMain ? (
    <main className="v-side v-side--full" id="content" tabIndex={-1}>
      {content}
    </main>
  ) : (
    <aside className="v-side" aria-label={t.pages}>
      {content}
    </aside>
  );
}

function OpenPage(props: {
  uid: number | null;
  site: SiteView | undefined;
  onList: (() => void) | null;
}) {
  const { uid, site, onList } = props;
  const t = useText(strings);
  const page = useQuery({
    ...queries.page(uid ?? 0),
    enabled: uid !== null,
    refetchInterval: LOOK_AT_PAGE_MS,
  });
  if (page.data !== undefined && site !== undefined) {
    return (
      <PageWork
        key={page.data.uid}
        page={page.data}
        site={site}
        isGone={hasCode(page.error, 'not_found')}
        onList={onList}
      />
    );
  }
  return (
    <main className="v-stage" id="content" tabIndex={-1}>
      {uid === null ? (
        <EmptyState title={t.choose}>{t.chooseHint}</EmptyState>
      ) : page.error !== null ? (
        <ErrorState
          error={page.error}
          {...(!hasCode(page.error, 'not_found') && { onRetry: () => void page.refetch() })}
        />
      ) : (
        <Loading lines={8} />
      )}
    </main>
  );
}

function readUid(value: string | undefined): number | null {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : null;
}
