import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { Button, IconButton, Menu, OpenPointCount, WordMark } from '../components/index.ts';
import { useText } from '../lib/i18n.tsx';
import { queries, useMe } from '../lib/queries.ts';
import { NARROW, useMedia } from '../lib/use-media.ts';
import { AccountMenu } from './account-menu.tsx';
import { Help } from './help.tsx';
import { strings } from './strings.ts';

interface Area {
  path: string;
  label: string;
  openPoints?: number;
}

function useAreas(): Area[] {
  const t = useText(strings);
  const { isAdministrator, mayWriteSnippets } = useMe();
  const { data: openPoints } = useQuery(queries.openPoints());
  const { data: tasks } = useQuery(queries.tasks());
  return [
    { path: '/pages', label: t.pages },
    { path: '/open-points', label: t.openPoints, openPoints: openPoints?.length ?? 0 },
    ...(isAdministrator || (tasks?.length ?? 0) > 0 ? [{ path: '/tasks', label: t.tasks }] : []),
    { path: '/inbox', label: t.inbox },
    { path: '/runs', label: t.runs },
    ...(isAdministrator ? [{ path: '/administration', label: t.administration }] : []),
    ...(mayWriteSnippets && !isAdministrator
      ? [{ path: '/administration/snippets', label: t.snippets }]
      : []),
  ];
}

/** Where one is and where one can go. On a phone the areas are a menu. */
export function TopBar() {
  const t = useText(strings);
  const { siteName } = useMe();
  const areas = useAreas();
  const isNarrow = useMedia(NARROW);
  const [helpOpen, setHelpOpen] = useState(false);
  return (
    <header className="v-top">
      <Link className="v-brand" to="/" aria-label={t.home}>
        <WordMark />
      </Link>
      {!isNarrow && <span className="v-top__site">{siteName}</span>}
      {!isNarrow && (
        <nav className="v-top__nav" aria-label={t.areas}>
          {areas.map((area) => (
            <NavLink key={area.path} className="v-tab" to={area.path}>
              {area.label}
              {area.openPoints !== undefined && <OpenPointCount value={area.openPoints} />}
            </NavLink>
          ))}
        </nav>
      )}
      <div className="v-top__end">
        {!isNarrow && (
          <Button
            variant="quiet"
            size="sm"
            onPress={() => {
              setHelpOpen(true);
            }}
          >
            {t.help}
          </Button>
        )}
        <AccountMenu
          {...(isNarrow && {
            onHelp: () => {
              setHelpOpen(true);
            },
          })}
        />
        {isNarrow && <AreaMenu areas={areas} />}
      </div>
      <Help
        isOpen={helpOpen}
        onClose={() => {
          setHelpOpen(false);
        }}
      />
    </header>
  );
}

function AreaMenu({ areas }: { areas: readonly Area[] }) {
  const t = useText(strings);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <Menu
      label={t.areas}
      trigger={<IconButton icon="menu" label={t.menu} size="md" />}
      groups={[
        {
          id: t.areas,
          entries: areas.map((area) => ({
            id: area.path,
            label: area.label,
            isSelected: pathname.startsWith(area.path),
            extra:
              area.openPoints === undefined ? null : <OpenPointCount value={area.openPoints} />,
            onAction: () => void navigate(area.path),
          })),
        },
      ]}
    />
  );
}
