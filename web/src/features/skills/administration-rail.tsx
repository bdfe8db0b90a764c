import { useId } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { Button, Icon, Menu, type IconName } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { governanceWords } from '../governance/words.ts';
import { mcpWords } from '../mcp/words.ts';
import { modelWords } from '../models/words.ts';
import { peopleWords } from '../people/words.ts';
import { playgroundWords } from '../playground/words.ts';
import { settingsWords } from '../settings/words.ts';
import { snippetWords } from '../snippets/words.ts';
import { toolWords } from '../tools/words.ts';
import { usageWords } from '../usage/words.ts';
import { webhookWords } from '../webhooks/words.ts';
import { attachmentWords } from './attachment-words.ts';
import { railWords } from './rail-words.ts';
import { sourceWords } from './source-words.ts';
import { skillWords } from './words.ts';

interface Area {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
}

interface AreaGroup {
  readonly id: 'texts' | 'models' | 'people' | 'installation';
  readonly areas: readonly Area[];
}

/** As `components.css` turns the rail into a row. */
const STACKED = '(max-width: 68.75rem)';

/** The areas of the administration by what they are about: a list at the side, a menu where there is no room for one. */
export function AdministrationRail({ isAdministrator }: { isAdministrator: boolean }) {
  const t = useText(railWords);
  const { administration } = useText(skillWords);
  const groups = useAreas(isAdministrator);
  const isStacked = useMedia(STACKED);
  return (
    <nav className="v-rail" aria-label={administration}>
      {isStacked ? (
        <AreaMenu groups={groups} />
      ) : (
        groups.map(({ id, areas }) => <AreaList key={id} title={t[id]} areas={areas} />)
      )}
    </nav>
  );
}

function AreaList({ title, areas }: { title: string; areas: readonly Area[] }) {
  const titleId = useId();
  return (
    <div role="group" aria-labelledby={titleId}>
      <div className="v-rail__group" id={titleId}>
        {title}
      </div>
      {areas.map(({ to, icon, label }) => (
        <NavLink key={to} className="v-rail__item" to={to}>
          <Icon name={icon} />
          <span>{label}</span>
        </NavLink>
      ))}
    </div>
  );
}

function AreaMenu({ groups }: { groups: readonly AreaGroup[] }) {
  const t = useText(railWords);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isHere = ({ to }: Area) => pathname === to || pathname.startsWith(`${to}/`);
  const here = groups.flatMap(({ areas }) => areas).find(isHere);
  return (
    <Menu
      label={t.areas}
      trigger={
        <Button>
          {here !== undefined && <Icon name={here.icon} />}
          {here?.label ?? t.areas}
          <Icon name="chev-d" size="sm" />
        </Button>
      }
      groups={groups.map(({ id, areas }) => ({
        id,
        label: t[id],
        entries: areas.map((area) => ({
          id: area.to,
          label: area.label,
          icon: area.icon,
          onAction: () => void navigate(area.to),
        })),
      }))}
    />
  );
}

/** Who only writes snippets gets those alone. */
function useAreas(isAdministrator: boolean): readonly AreaGroup[] {
  const skills = useText(skillWords);
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
  const area = (path: string, icon: IconName, label: string): Area => ({
    to: `/administration/${path}`,
    icon,
    label,
  });
  const ofSnippets = area('snippets', 'snippet', snippets.title);
  if (!isAdministrator) return [{ id: 'texts', areas: [ofSnippets] }];
  return [
    {
      id: 'texts',
      areas: [
        area('skills', 'skills', skills.skills),
        area('sources', 'globe', sources.title),
        area('attachments', 'sliders', attachments.title),
        ofSnippets,
      ],
    },
    {
      id: 'models',
      areas: [
        area('models', 'model', models.title),
        area('playground', 'test', playground.title),
        area('usage', 'chart', usage.title),
        area('tools', 'tool', tools.title),
        area('mcp', 'server', mcp.title),
      ],
    },
    {
      id: 'people',
      areas: [
        area('people', 'users', people.title),
        area('governance', 'shield', governance.title),
        area('audit', 'history', skills.audit),
      ],
    },
    {
      id: 'installation',
      areas: [area('webhooks', 'send', webhooks.title), area('settings', 'nut', settings.title)],
    },
  ];
}
