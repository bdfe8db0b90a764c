import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { OpenPointView } from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  EmptyState,
  Loaded,
  Screen,
  SearchField,
  Time,
} from '../../components/index.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { byPage, type PagePoints } from './by-page.ts';
import { placeOf, useProcessName } from './point-words.ts';
import { strings } from './strings.ts';

/** Everything that was skipped, by page, and the way back to it. */
export function OpenPointsScreen() {
  const t = useText(strings);
  const { locale } = useLocale();
  const [search, setSearch] = useState('');
  const points = useQuery({ ...queries.openPoints(), refetchOnMount: 'always' });
  const fits = (point: OpenPointView) =>
    `${point.pageTitle} ${point.sentence[locale]}`.toLowerCase().includes(search.toLowerCase());
  return (
    <Screen
      title={t.title}
      lead={t.intro}
      acts={
        points.data !== undefined &&
        points.data.length > 0 && (
          <SearchField label={t.search} value={search} onChange={setSearch} />
        )
      }
    >
      <Loaded query={points}>
        {(all) => <Groups points={all.filter(fits)} isSearch={search !== ''} />}
      </Loaded>
    </Screen>
  );
}

function Groups({ points, isSearch }: { points: readonly OpenPointView[]; isSearch: boolean }) {
  const t = useText(strings);
  if (points.length === 0 && isSearch) {
    return (
      <EmptyState title={t.noMatch} icon="search">
        {t.noMatchHint}
      </EmptyState>
    );
  }
  if (points.length === 0) {
    return (
      <EmptyState
        title={t.empty}
        icon="ok"
        action={<ButtonLink to="/pages">{t.toPages}</ButtonLink>}
      >
        {t.emptyHint}
      </EmptyState>
    );
  }
  return byPage(points).map((group) => (
    <Group key={`${String(group.page)}:${String(group.skillUid)}`} group={group} />
  ));
}

function Group({ group }: { group: PagePoints }) {
  const t = useText(strings);
  const { locale } = useLocale();
  const navigate = useNavigate();
  const processName = useProcessName(group);
  const page = `/pages/${String(group.page)}`;
  return (
    <section className="v-card v-group" aria-label={`${group.pageTitle}, ${processName}`}>
      <header className="v-card__head v-sheet__head">
        <h2 className="v-group__title">
          <Link to={page}>{group.pageTitle}</Link>
        </h2>
        <span className="v-caption">
          {languageName(locale, group.language)} · {processName}
        </span>
        <Button
          size="sm"
          icon="play"
          onPress={() => void navigate(page, { state: { start: group.skillUid } })}
        >
          {t.start}
        </Button>
      </header>
      <ul>
        {group.points.map((point) => (
          <li key={point.id} className="v-openpoint">
            <span>
              {point.sentence[locale]}
              <span className="v-caption"> · {placeOf(point, locale)}</span>
            </span>
            <span className="v-caption">
              {t.skipped} <Time atMs={point.atMs} form="relative" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
