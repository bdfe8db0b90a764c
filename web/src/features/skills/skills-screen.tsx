import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { EmptyState, IconButton, Menu } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import { SkillList } from './skill-list.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { skillWords } from './words.ts';

/** Skills and their versions at the side; the chosen one, or what is done with it, beside them. */
export function SkillsScreen() {
  const t = useText(skillWords);
  useTitle(t.skills);
  const navigate = useNavigate();
  const [isSourceOpen, setSourceOpen] = useState(false);
  const skills = useQuery(queries.skills());
  const isDetail = useLocation().pathname.replace(/\/$/, '') !== '/administration/skills';
  return (
    <>
      <aside className="v-side v-admin__list" aria-label={t.skills} data-detail={isDetail}>
        <div className="v-side__head">
          <h2>{t.skills}</h2>
          <Menu
            label={t.add}
            trigger={<IconButton icon="plus" label={t.add} />}
            groups={[
              {
                id: t.add,
                entries: [
                  {
                    id: 'skill',
                    label: t.addSkill,
                    icon: 'skills',
                    onAction: () => void navigate('/administration/skills/new'),
                  },
                  {
                    id: 'source',
                    label: t.addSource,
                    icon: 'plus',
                    onAction: () => {
                      setSourceOpen(true);
                    },
                  },
                ],
              },
            ]}
          />
        </div>
        <SkillList skills={skills} />
      </aside>
      <Outlet />
      {isSourceOpen && (
        <SourceDialog
          onClose={() => {
            setSourceOpen(false);
          }}
          onCreated={() => {
            setSourceOpen(false);
            void navigate('/administration/skills/new');
          }}
        />
      )}
    </>
  );
}

/** Beside the list as long as no version is chosen. */
export function NoSkillChosen() {
  const t = useText(skillWords);
  return (
    <main className="v-main v-admin__wide v-admin__idle" id="content" tabIndex={-1}>
      <EmptyState icon="skills" title={t.choose}>
        {t.chooseHint}
      </EmptyState>
    </main>
  );
}
