import { useNavigate } from 'react-router';
import type { PageView, SiteView } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Button,
  IconButton,
  Menu,
  Segments,
  Select,
  Time,
  WithTip,
} from '../../components/index.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { useMe } from '../../lib/queries.ts';
import { translationsOf } from './page-list.ts';
import { strings } from './strings.ts';
import { unreadText } from './unread-words.ts';

export type PreviewWidth = 'desktop' | 'tablet' | 'phone';

interface StageBarProps {
  page: PageView;
  site: SiteView;
  width: PreviewWidth;
  onWidth: (width: PreviewWidth) => void;
  onHistory: () => void;
  /** Open points of this page, and what shows them. */
  openPoints: number;
  onOpenPoints: () => void;
  /** Opens the list of pages, where it is not beside the page; `null` where it is. */
  onList: (() => void) | null;
  /** Brings the assistant back; `null` while it is there. */
  onAssistant: (() => void) | null;
  isNarrow: boolean;
}

/** What page this is, how it stands, and how to look at it. */
export function StageBar(props: StageBarProps) {
  return props.isNarrow ? <NarrowBar {...props} /> : <WideBar {...props} />;
}

function WideBar(props: StageBarProps) {
  const { page, site, width, onWidth, onHistory, onList, onAssistant } = props;
  const t = useText(strings);
  return (
    <div className="v-stage__bar">
      {onList !== null && <IconButton icon="menu" label={t.openList} onPress={onList} />}
      <h1 className="v-title" title={page.title}>
        {page.title}
      </h1>
      <Status page={page} />
      <LastChange page={page} />
      <span className="v-stage__gap" />
      <PageLanguage page={page} site={site} />
      <span className="v-stage__widths">
        <Segments
          label={t.width}
          segments={[
            { id: 'desktop', label: t.desktop, icon: 'desktop' },
            { id: 'tablet', label: t.tablet, icon: 'tablet' },
            { id: 'phone', label: t.phone, icon: 'phone' },
          ]}
          value={width}
          onChange={onWidth}
        />
      </span>
      <OpenPointsButton {...props} />
      <IconButton icon="history" label={t.history} onPress={onHistory} />
      <IconButton
        icon="popout"
        label={t.newTab}
        className="v-stage__newtab"
        onPress={() => {
          window.open(`/preview/${String(page.uid)}`, '_blank', 'noopener');
        }}
      />
      {onAssistant !== null && (
        <Button size="sm" icon="chat" onPress={onAssistant}>
          {t.assistant}
        </Button>
      )}
    </div>
  );
}

/** On a phone: back, the title over its status, the language behind a globe. */
function NarrowBar(props: StageBarProps) {
  const { page, site, onHistory, onList } = props;
  const t = useText(strings);
  const { locale } = useLocale();
  const navigate = useNavigate();
  const translations = translationsOf(site, page.uid);
  const language = languageName(locale, page.language);
  return (
    <div className="v-stage__bar">
      {onList !== null && (
        <IconButton icon="chev-l" size="md" label={t.backToList} onPress={onList} />
      )}
      <div className="v-stage__name">
        <h1 className="v-title">{page.title}</h1>
        <p className="v-caption">
          {page.readOnly !== null ? t.readOnly : page.hidden ? t.draft : t.published} · {language}
        </p>
      </div>
      {translations.length > 1 && (
        <Menu
          label={t.pageLanguage}
          trigger={<IconButton icon="globe" size="md" label={t.pageLanguage} />}
          groups={[
            {
              id: t.pageLanguage,
              entries: translations.map((translation) => ({
                id: String(translation.uid),
                label: languageName(locale, translation.language),
                isSelected: translation.uid === page.uid,
                onAction: () => void navigate(`/pages/${String(translation.uid)}`),
              })),
            },
          ]}
        />
      )}
      <OpenPointsButton {...props} />
      <IconButton icon="history" size="md" label={t.history} onPress={onHistory} />
    </div>
  );
}

function OpenPointsButton({ openPoints, onOpenPoints, isNarrow }: StageBarProps) {
  const t = useText(strings);
  if (openPoints === 0) return null;
  return (
    <WithTip text={t.openPoints(openPoints)}>
      <Button
        variant="quiet"
        size={isNarrow ? 'md' : 'sm'}
        icon="flag"
        className="v-stage__points"
        aria-label={t.openPoints(openPoints)}
        onPress={onOpenPoints}
      >
        {String(openPoints)}
      </Button>
    </WithTip>
  );
}

function Status({ page }: { page: PageView }) {
  const t = useText(strings);
  const { locale } = useLocale();
  if (page.readOnly !== null) {
    return (
      <span title={unreadText({ reason: page.readOnly, code: page.readOnlyCode }, locale)}>
        <Badge icon="lock">{t.readOnly}</Badge>
      </span>
    );
  }
  if (page.hidden) return <Badge tone="draft">{t.draft}</Badge>;
  return <Badge icon="ok">{t.published}</Badge>;
}

function LastChange({ page: { lastChange } }: { page: PageView }) {
  const t = useText(strings);
  const { name } = useMe();
  if (lastChange === null) return null;
  return (
    <span className="v-caption v-nowrap v-stage__change">
      <span>
        {t.changed} <Time atMs={lastChange.atMs} />{' '}
        {lastChange.userName === name ? t.byYou : t.by(lastChange.userName)}
      </span>
    </span>
  );
}

function PageLanguage({ page, site }: { page: PageView; site: SiteView }) {
  const t = useText(strings);
  const { locale } = useLocale();
  const navigate = useNavigate();
  const translations = translationsOf(site, page.uid);
  if (translations.length < 2) {
    return site.languages.length > 1 ? (
      <span className="v-caption v-nowrap">{languageName(locale, page.language)}</span>
    ) : null;
  }
  return (
    <Select
      label={t.pageLanguage}
      size="sm"
      options={translations.map(({ uid, language }) => ({
        id: String(uid),
        label: languageName(locale, language),
      }))}
      value={String(page.uid)}
      onChange={(uid) => void navigate(`/pages/${uid}`)}
    />
  );
}
