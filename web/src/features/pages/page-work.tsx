import { useCallback, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import type { PageView, SiteView } from '../../../../src/contracts/index.ts';
import { Button, IconButton, Note, Rich } from '../../components/index.ts';
import { needsFirstApproval } from '../../lib/approved.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries, useMe, useRefreshOpenPoints, useRefreshPage } from '../../lib/queries.ts';
import { NARROW, useMedia } from '../../lib/use-media.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ChatPanel } from '../chat/index.ts';
import { HistoryPanel } from './history-panel.tsx';
import { PageFrame, type PageFrameHandle } from './page-frame.tsx';
import { Resizer, usePanelWidth } from './resizer.tsx';
import { StageBar, type PreviewWidth } from './stage-bar.tsx';
import { strings } from './strings.ts';

interface PageWorkProps {
  page: PageView;
  site: SiteView;
  /** Opens the list of pages where it is not beside; `null` where it is. */
  onList: (() => void) | null;
}

/** One page, rendered, with the assistant beside it; on a phone the one or the other. */
export function PageWork({ page, site, onList }: PageWorkProps) {
  const t = useText(strings);
  useTitle(page.title);
  const isNarrow = useMedia(NARROW);
  const navigate = useNavigate();
  const [start, forgetStart] = useStart();
  const frame = useRef<PageFrameHandle>(null);
  const refreshPage = useRefreshPage();
  const refreshOpenPoints = useRefreshOpenPoints();
  const panel = usePanelWidth();
  const [width, setWidth] = useState<PreviewWidth>('desktop');
  const [historyOpen, setHistoryOpen] = useState(false);
  const [chatShown, setChatShown] = useState(true);
  const [view, setView] = useState<'page' | 'chat'>(start === null ? 'page' : 'chat');
  const changed = useCallback(() => {
    refreshPage(page.uid);
    frame.current?.reload();
  }, [page.uid, refreshPage]);
  const showsPage = !isNarrow || view === 'page';
  const showsChat = isNarrow ? view === 'chat' : chatShown;

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
        />
        <FirstApprovalHint />
        <div className="v-stage__frame" data-width={isNarrow ? 'desktop' : width}>
          <PageFrame ref={frame} uid={page.uid} title={t.preview(page.title)} />
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
          page={page}
          startSkillUid={start}
          onStarted={forgetStart}
          onHighlight={(mark) => frame.current?.highlight(mark)}
          onClearHighlight={() => frame.current?.clear()}
          onPageChanged={changed}
          onSettled={refreshOpenPoints}
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
        onUndone={changed}
      />
    </>
  );
}

/** The process asked for by `?start=`; forgotten once it was handed over, so that a reload does not start it again. */
function useStart(): [number | null, () => void] {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get('start'));
  const forget = useCallback(() => {
    setSearch(
      (current) => {
        current.delete('start');
        return current;
      },
      { replace: true },
    );
  }, [setSearch]);
  return [Number.isInteger(asked) && asked > 0 ? asked : null, forget];
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
