import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  MAX_TOUR_PAGES,
  type CatalogueEntry,
  type PageTreeNode,
  type SiteView,
} from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorLine,
  Loaded,
  Note,
  RadioList,
  Screen,
} from '../../components/index.ts';
import { hasCode } from '../../lib/api-error.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { inOrder, misfits } from './choose-pages.ts';
import { tourPageLink } from './page-link.ts';
import { PagePicker } from './page-picker.tsx';
import { strings } from './strings.ts';
import { tourApi } from './tour-queries.ts';
import { useTakeInTour } from './use-tour-action.ts';
import './tours.css';

/** Choosing pages and a process: a tour over all of them, one page after the other. */
export function NewTourScreen() {
  const t = useText(strings);
  const site = useQuery(queries.site());
  const catalogue = useQuery(queries.catalogue(null));
  return (
    <Screen title={t.new} lead={t.intro} back={{ to: '/tours', label: t.toTours }}>
      <Loaded query={site} lines={10}>
        {(shown) => (
          <Loaded query={catalogue} lines={10}>
            {(entries) => (
              <Choosing
                site={shown}
                processes={entries.filter(({ process, instruction }) => process && instruction)}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  );
}

function Choosing({ site, processes }: { site: SiteView; processes: readonly CatalogueEntry[] }) {
  const t = useText(strings);
  const [search] = useSearchParams();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set((search.get('pages') ?? '').split(',').filter(Boolean).map(Number)),
  );
  const [skillUid, setSkillUid] = useState<number | null>(processes[0]?.uid ?? null);
  const pages = inOrder(site, chosen);
  if (processes.length === 0) {
    return (
      <EmptyState title={t.noProcess} icon="skills">
        {t.noProcessHint}
      </EmptyState>
    );
  }
  return (
    <div className="v-newtour">
      <section className="v-card" aria-label={t.choosePages}>
        <div className="v-card__head">
          <h2 className="v-group__title">{t.choosePages}</h2>
        </div>
        <PagePicker site={site} chosen={chosen} onChange={setChosen} />
      </section>
      <section className="v-card v-newtour__process" aria-label={t.chooseProcess}>
        <div className="v-card__head">
          <h2 className="v-group__title">{t.chooseProcess}</h2>
        </div>
        <div className="v-newtour__body">
          <RadioList
            label={t.chooseProcess}
            options={processes.map((process) => ({
              id: process.uid,
              label: process.name,
              extra: <Misfit pages={pages} process={process} />,
            }))}
            value={skillUid}
            onChange={setSkillUid}
          />
          <StartTour pages={pages} skillUid={skillUid} />
        </div>
      </section>
    </div>
  );
}

function Misfit({ pages, process }: { pages: readonly PageTreeNode[]; process: CatalogueEntry }) {
  const t = useText(strings);
  const count = misfits(pages, process.identifier);
  return count === 0 ? null : <span className="v-newtour__misfit">{t.misfit(count)}</span>;
}

function StartTour(props: { pages: readonly PageTreeNode[]; skillUid: number | null }) {
  const { pages, skillUid } = props;
  const t = useText(strings);
  const { locale } = useLocale();
  const navigate = useNavigate();
  const takeIn = useTakeInTour();
  const start = useMutation({
    mutationFn: (uid: number) =>
      tourApi.create({ pages: pages.map((page) => page.uid), skillUid: uid, locale }),
    onSuccess: (tour) => {
      takeIn(tour);
      const first = tour.pages.find(({ state }) => state === 'running');
      void navigate(first === undefined ? `/tours/${tour.uuid}` : tourPageLink(first));
    },
  });
  const running = hasCode(start.error, 'tour_running') ? start.error.data['uuid'] : null;
  return (
    <>
      <p className="v-muted" role="status">
        {t.chosen(pages.length)}
      </p>
      {pages.length > MAX_TOUR_PAGES && <Note tone="warn">{t.tooMany(MAX_TOUR_PAGES)}</Note>}
      {typeof running === 'string' ? (
        <Note tone="warn">
          {t.running}{' '}
          <ButtonLink size="sm" to={`/tours/${running}`}>
            {t.toRunning}
          </ButtonLink>
        </Note>
      ) : (
        start.error !== null && <ErrorLine error={start.error} />
      )}
      <Button
        wide
        variant="primary"
        icon="play"
        isPending={start.isPending}
        isDisabled={pages.length === 0 || pages.length > MAX_TOUR_PAGES || skillUid === null}
        onPress={() => {
          if (skillUid !== null) start.mutate(skillUid);
        }}
      >
        {start.isPending ? t.starting : t.start}
      </Button>
    </>
  );
}
