import { NavLink, Outlet, useLocation } from 'react-router';
import { EmptyState, Icon, WithTip, type IconName } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useMe } from '../../lib/queries.ts';
import { attachmentWords } from './attachment-words.ts';
import { sourceWords } from './source-words.ts';
import { mcpWords } from '../mcp/words.ts';
import { modelWords } from '../models/words.ts';
import { peopleWords } from '../people/words.ts';
import { governanceWords } from '../governance/words.ts';
import { playgroundWords } from '../playground/words.ts';
import { settingsWords } from '../settings/words.ts';
import { snippetWords } from '../snippets/words.ts';
import { toolWords } from '../tools/words.ts';
import { usageWords } from '../usage/words.ts';
import { webhookWords } from '../webhooks/words.ts';
import { skillWords } from './words.ts';
import './skills.css';

/** The frame of the administration: its areas at the side, one of them beside it. Who writes snippets gets those alone. */
export function AdministrationScreen() {
  const t = useText(skillWords);
  const sources = useText(sourceWords);
  const attachments = useText(attachmentWords);
  const snippets = useText(snippetWords);
  const models = useText(modelWords);
  const mcp = useText(mcpWords);
  const people = useText(peopleWords);
  const tools = useText(toolWords);
  const usage = useText(usageWords);
  const playground = useText(playgroundWords);
  const governance = useText(governanceWords);
  const settings = useText(settingsWords);
  const webhooks = useText(webhookWords);
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
      <nav className="v-rail v-rail--icons" aria-label={t.administration}>
        {isAdministrator && (
          <>
            <RailLink to="/administration/skills" icon="skills" label={t.skills} />
            <RailLink to="/administration/sources" icon="globe" label={sources.title} />
          </>
        )}
        <RailLink to="/administration/snippets" icon="snippet" label={snippets.title} />
        {isAdministrator && (
          <RailLink to="/administration/models" icon="model" label={models.title} />
        )}
        {isAdministrator && (
          <RailLink to="/administration/playground" icon="test" label={playground.title} />
        )}
        {isAdministrator && (
          <RailLink to="/administration/governance" icon="shield" label={governance.title} />
        )}
        {isAdministrator && (
          <RailLink to="/administration/usage" icon="chart" label={usage.title} />
        )}
        {isAdministrator && <RailLink to="/administration/tools" icon="tool" label={tools.title} />}
        {isAdministrator && <RailLink to="/administration/mcp" icon="server" label={mcp.title} />}
        {isAdministrator && (
          <RailLink to="/administration/attachments" icon="sliders" label={attachments.title} />
        )}
        {isAdministrator && (
          <RailLink to="/administration/people" icon="users" label={people.title} />
        )}
        {isAdministrator && (
          <RailLink to="/administration/webhooks" icon="send" label={webhooks.title} />
        )}
        {isAdministrator && (
          <RailLink to="/administration/settings" icon="nut" label={settings.title} />
        )}
        {isAdministrator && <RailLink to="/administration/audit" icon="history" label={t.audit} />}
      </nav>
      <Outlet />
    </div>
  );
}

function RailLink({ to, icon, label }: { to: string; icon: IconName; label: string }) {
  return (
    <WithTip text={label}>
      <NavLink className="v-rail__item" to={to} aria-label={label}>
        <Icon name={icon} />
      </NavLink>
    </WithTip>
  );
}
