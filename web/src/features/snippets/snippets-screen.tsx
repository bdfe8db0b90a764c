import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NavLink, Outlet, useLocation, useNavigate, Link } from 'react-router';
import type { SnippetSummary } from '../../../../src/contracts/index.ts';
import {
  Badge,
  EmptyState,
  IconButton,
  Loaded,
  SearchField,
  Segments,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useMe } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import { snippetQueries } from './snippet-queries.ts';
import { snippetWords } from './words.ts';
import './snippets.css';

type Filter = 'in_use' | 'archived';

/** Every snippet at the side; the chosen one, or what is done with it, beside them. */
export function SnippetsScreen() {
  const t = useText(snippetWords);
  useTitle(t.title);
  const navigate = useNavigate();
  const { isAdministrator } = useMe();
  const isDetail = useLocation().pathname.replace(/\/$/, '') !== '/administration/snippets';
  return (
    <>
      <aside className="v-side v-admin__list" aria-label={t.title} data-detail={isDetail}>
        <div className="v-side__head">
          <h2>{t.title}</h2>
          <IconButton
            icon="plus"
            label={t.add}
            onPress={() => void navigate('/administration/snippets/new')}
          />
        </div>
        <SnippetList />
        {isAdministrator && (
          <div className="v-side__foot">
            <Link to="/administration/snippets/uses">{t.where}</Link>
          </div>
        )}
      </aside>
      <Outlet />
    </>
  );
}

function SnippetList() {
  const t = useText(snippetWords);
  const [filter, setFilter] = useState<Filter>('in_use');
  const [search, setSearch] = useState('');
  const snippets = useQuery(snippetQueries.list());
  const ofFilter = (snippets.data ?? []).filter(
    ({ archived }) => archived === (filter === 'archived'),
  );
  const shown = ofFilter.filter((snippet) => fits(snippet, search));
  const isEmpty = search.trim() === '' && filter === 'in_use';
  return (
    <>
      <div className="v-side__tools">
        <SearchField
          label={t.searchLabel}
          placeholder={t.search}
          value={search}
          onChange={setSearch}
        />
        <Segments<Filter>
          label={t.filter}
          value={filter}
          onChange={setFilter}
          segments={[
            { id: 'in_use', label: t.inUse },
            { id: 'archived', label: t.archivedFilter },
          ]}
        />
      </div>
      <div className="v-side__scroll" tabIndex={0} role="region" aria-label={t.list}>
        <Loaded query={snippets}>
          {() =>
            shown.length === 0 && (
              <EmptyState icon="snippet" title={isEmpty ? t.none : t.noneFiltered}>
                {isEmpty ? t.noneHint : ''}
              </EmptyState>
            )
          }
        </Loaded>
        <ul className="v-snippets">
          {shown.map((snippet) => (
            <li key={snippet.uid}>
              <NavLink
                className="v-snippets__item"
                to={`/administration/snippets/${String(snippet.uid)}`}
              >
                <span className="v-snippets__name">{snippet.name}</span>
                <span className="v-caption">{snippet.tags.join(', ')}</span>
                <span className="v-snippets__badges">
                  <MarkBadge mark={snippet.mark} />
                  {!snippet.active && <Badge tone="draft">{t.off}</Badge>}
                </span>
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function fits(snippet: SnippetSummary, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [snippet.name, snippet.identifier, ...snippet.tags].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

/** How the mark of a snippet stands; nothing when there is none. */
export function MarkBadge({ mark }: { mark: SnippetSummary['mark'] }) {
  const t = useText(snippetWords);
  if (mark === 'none') return null;
  return (
    <Badge tone={mark === 'marked' ? 'ok' : 'warn'} icon={mark === 'marked' ? 'check' : 'alert'}>
      {t.mark[mark]}
    </Badge>
  );
}

/** Beside the list as long as no snippet is chosen. */
export function NoSnippetChosen() {
  const t = useText(snippetWords);
  return (
    <main className="v-main v-admin__wide v-admin__idle" id="content" tabIndex={-1}>
      <EmptyState icon="snippet" title={t.choose}>
        {t.chooseHint}
      </EmptyState>
    </main>
  );
}
