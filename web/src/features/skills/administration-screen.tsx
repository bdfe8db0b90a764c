import { Outlet, useLocation } from 'react-router';
import { EmptyState } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useMe } from '../../lib/queries.ts';
import { AdministrationRail } from './administration-rail.tsx';
import { skillWords } from './words.ts';
import './skills.css';

/** The frame of the administration: its areas at the side, one of them beside it. Who writes snippets gets those alone. */
export function AdministrationScreen() {
  const t = useText(skillWords);
  const { isAdministrator, mayWriteSnippets } = useMe();
  const isOfSnippets = useLocation().pathname.startsWith('/administration/snippets');
  if (!isAdministrator && !(mayWriteSnippets && isOfSnippets)) {
    return (
      <main className="v-main" id="content" tabIndex={-1}>
        <EmptyState icon="lock" title={t.onlyAdministrators}>
          {t.onlyAdministratorsHint}
        </EmptyState>
      </main>
    );
  }
  return (
    <div className="v-panes v-admin">
      <AdministrationRail isAdministrator={isAdministrator} />
      <Outlet />
    </div>
  );
}
