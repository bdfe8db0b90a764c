import { useQuery } from '@tanstack/react-query';
import type { OpenPointView, PageView, RecordRef } from '../../../../src/contracts/index.ts';
import { Button, Drawer, EmptyState, Loaded, TextButton, Time } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { byPage, type PagePoints } from './by-page.ts';
import { placeOf, useProcessName } from './point-words.ts';
import { strings } from './strings.ts';

interface PagePointsDrawerProps {
  readonly page: Pick<PageView, 'uid' | 'title'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Marks an element in the page. */
  readonly onShow: (element: RecordRef) => void;
  /** Starts the process that offers these points again. */
  readonly onStart: (skillUid: number) => void;
}

/** What is still open on one page, over that page: where each point is, and the process that offers it again. */
export function PagePointsDrawer(props: PagePointsDrawerProps) {
  const { page, isOpen, onClose } = props;
  const t = useText(strings);
  return (
    <Drawer title={`${t.title}: ${page.title}`} isOpen={isOpen} onClose={onClose}>
      <Points {...props} />
    </Drawer>
  );
}

function Points(props: PagePointsDrawerProps) {
  const t = useText(strings);
  const points = useQuery({ ...queries.pageOpenPoints(props.page.uid), staleTime: 0 });
  return (
    <Loaded query={points}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState title={t.emptyHere} icon="ok">
            {t.emptyHint}
          </EmptyState>
        ) : (
          byPage(all).map((group) => <Group key={group.skillUid} {...props} group={group} />)
        )
      }
    </Loaded>
  );
}

function Group(props: PagePointsDrawerProps & { readonly group: PagePoints }) {
  const { group, onClose, onShow, onStart } = props;
  const t = useText(strings);
  const name = useProcessName(group);
  return (
    <section className="v-pagepoints" aria-label={name}>
      <div className="v-change__head">
        <h3 className="v-strong">{name}</h3>
        <span className="v-change__act">
          <Button
            size="sm"
            icon="play"
            onPress={() => {
              onClose();
              onStart(group.skillUid);
            }}
          >
            {t.start}
          </Button>
        </span>
      </div>
      <ul>
        {group.points.map((point) => (
          <Point
            key={point.id}
            point={point}
            onShow={() => {
              onClose();
              onShow(point.target);
            }}
          />
        ))}
      </ul>
    </section>
  );
}

function Point({ point, onShow }: { point: OpenPointView; onShow: () => void }) {
  const t = useText(strings);
  const { locale } = useLocale();
  const place = placeOf(point, locale);
  return (
    <li className="v-pagepoints__one">
      <span>{point.sentence[locale]}</span>
      {/* A point about the page as a whole has no place in it. */}
      {point.target.table !== 'pages' && (
        <TextButton aria-label={t.showPlace(place)} onPress={onShow}>
          {t.show}
        </TextButton>
      )}
      <span className="v-caption">
        {place} · {t.skipped} <Time atMs={point.atMs} form="relative" />
      </span>
    </li>
  );
}
