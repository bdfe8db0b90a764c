import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import type { PageView, SiteView } from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  EmptyState,
  IconButton,
  Note,
  Rich,
  useToast,
} from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { needsFirstApproval } from '../../lib/approved.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries, useMe, useRefreshOpenPoints } from '../../lib/queries.ts';
import { NARROW, useMedia } from '../../lib/use-media.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ChatPanel } from '../chat/index.ts';
import { PagePointsDrawer } from '../open-points/index.ts';
import { TourBar, useLookAtTours } from '../tours/index.ts';
import { HistoryPanel } from './history-panel.tsx';
import { PageFrame, type PageFrameHandle } from './page-frame.tsx';
import { Resizer, usePanelWidth } from './resizer.tsx';
import { StageBar, type PreviewWidth } from './stage-bar.tsx';
import { StartDialog } from './start-dialog.tsx';
import { strings } from './strings.ts';
import { useLivePage } from './use-live-page.ts';
import { useStart } from './use-start.ts';

interface PageWorkProps {
  page: PageView;
  site: SiteView;
  /** It was deleted while it was open, or the right to read it is gone: nothing of it is shown any more. */
  isGone: boolean;
  /** Opens the list of pages where it is not beside; `null` where it is. */
  onList: (() => void) | null;
}

/** One page, rendered, with the assistant beside it; on a phone the one or the other. */
export function PageWork({ page, site, isGone, onList }: PageWorkProps) {
  const t = useText(strings);
  useTitle(page.title);
  const isNarrow = useMedia(NARROW);
  const navigate = useNavigate();
  const start = useStart();
  const frame = useRef<PageFrameHandle>(null);
  const toast = useToast();
  const refreshOpenPoints = useRefreshOpenPoints();
  const panel = usePanelWidth();
  const [width, setWidth] = useState<PreviewWidth>('desktop');
  const [historyOpen, setHistoryOpen] = useState(false);
  const [pointsOpen, setPointsOpen] = useState(false);
  const { data: points } = useQuery(queries.pageOpenPoints(page.uid));
  const [chatShown, setChatShown] = useState(true);
  const [view, setView] = useState<'page' | 'chat'>(start.started === null ? 'page' : 'chat');
  const live = useLivePage(
    page,
    useCallback(
      (by) => {
        frame.current?.reload();
        if (by === 'others') toast(t.changedElsewhere, 'info');
      },
      [t, toast],
    ),
  );
  const lookAtTours = useLookAtTours();
  const settled = useCallback(() => {
    refreshOpenPoints();
    lookAtTours();
  }, [lookAtTours, refreshOpenPoints]);
  const openLinked = useCallback(
    (href: string) => {
      api.pageLink(page.uid, href).then(
        ({ uid }) => void navigate(`/pages/${String(uid)}`),
        () => {
          toast(t.noSuchLink, 'alert');
        },
      );
    },
    [navigate, page.uid, t, toast],
  );
  // A find leads to the element it stands in.
  const { hash, key } = useLocation();
  useEffect(() => {
    const element = /^#element-content-(\d+)$/.exec(hash)?.[1];
    if (element !== undefined) frame.current?.highlight({ table: 'content', uid: Number(element) });
  }, [hash, key]);
  const showsPage = !isNarrow || view === 'page';
  const showsChat = isNarrow ? view === 'chat' : chatShown;

  const begin = (skillUid: number) => {
    start.confirm(skillUid);
    setChatShown(true);
    setView('chat');
  };

  return (
    <>
      <main className="v-stage" id="content" tabIndex={-1} hidden={!showsPage}>
        <StageBar
          page={page}
          site={site}
          width={width}
          onWidth={setWidth}
          isNarrow={isNarrow}
          onList={isNarrow ? () => void navigate('/pages') : onList}
          onAssistant={
            showsChat
              ? null
              : () => {
                  setChatShown(true);
                }
          }
          onHistory={() => {
            setHistoryOpen(true);
          }}
          openPoints={points?.length ?? 0}
          onOpenPoints={() => {
            setPointsOpen(true);
          }}
        />
        <TourBar pageUid={page.uid} />
        <FirstApprovalHint />
        <div className="v-stage__frame" data-width={isNarrow ? 'desktop' : width}>
          {isGone ? (
            <EmptyState
              title={t.gone}
              icon="alert"
              action={<ButtonLink to="/pages">{t.toPages}</ButtonLink>}
            >
              {t.goneHint}
            </EmptyState>
          ) : (
            <PageFrame
              ref={frame}
              uid={page.uid}
              title={t.preview(page.title)}
              onOpenPage={openLinked}
            />
          )}
        </div>
        {isNarrow && (
          <div className="v-stage__foot">
            <Button
              wide
              variant="primary"
              icon="chat"
              onPress={() => {
                setView('chat');
              }}
            >
              {t.assistant}
            </Button>
          </div>
        )}
        {!isNarrow && showsChat && <Resizer label={t.resize} {...panel} />}
      </main>
      <div
        className="v-chatpane"
        hidden={!showsChat}
        style={isNarrow ? undefined : { width: panel.widthPx }}
      >
        <ChatPanel
          // A card about a page that is gone says so instead of what stood there.
          key={isGone ? 'gone' : 'here'}
          page={page}
          startSkillUid={start.started}
          onStarted={start.forget}
          onHighlight={(mark) => frame.current?.highlight(mark)}
          onClearHighlight={() => frame.current?.clear()}
          onPageChanged={live.changed}
          onWorking={live.working}
          onSettled={settled}
          onShowPage={() => {
            setView('page');
          }}
          {...(isNarrow
            ? {
                headStart: (
                  <IconButton
                    icon="chev-l"
                    size="md"
                    label={t.backToPage}
                    onPress={() => {
                      setView('page');
                    }}
                  />
                ),
              }
            : {
                headEnd: (
                  <IconButton
                    icon="dock-close"
                    label={t.hideAssistant}
                    onPress={() => {
                      setChatShown(false);
                    }}
                  />
                ),
              })}
        />
      </div>
      <HistoryPanel
        page={page}
        isOpen={historyOpen}
        onClose={() => {
          setHistoryOpen(false);
        }}
        onUndone={live.changed}
      />
      <PagePointsDrawer
        page={page}
        isOpen={pointsOpen}
        onClose={() => {
          setPointsOpen(false);
        }}
        onShow={(element) => {
          setView('page');
          frame.current?.highlight(element);
        }}
        onStart={begin}
      />
      {start.asked !== null && !isGone && (
        <StartDialog
          pageUid={page.uid}
          skillUid={start.asked}
          onClose={start.forget}
          onStart={() => {
            if (start.asked !== null) begin(start.asked);
          }}
        />
      )}
    </>
  );
}

/** On a fresh installation, the way back to the first approval. */
function FirstApprovalHint() {
  const t = useText(strings);
  const { isAdministrator } = useMe();
  const { data: skills } = useQuery({ ...queries.skills(), enabled: isAdministrator });
  if (skills === undefined || !needsFirstApproval(skills)) return null;
  return (
    <div className="v-stage__hint">
      <Note icon="shield">
        <Rich text={t.nobody} /> <Link to="/first-run">{t.readAndApprove}</Link>
      </Note>
    </div>
  );
}
