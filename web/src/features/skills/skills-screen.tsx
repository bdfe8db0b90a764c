import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { Button, EmptyState, IconButton, Menu } from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import { SkillList } from './skill-list.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { sourceWords } from './source-words.ts';
import { skillWords } from './words.ts';

/** Skills and their versions at the side; the chosen one, or what is done with it, beside them. */
export function SkillsScreen() {
  const t = useText(skillWords);
  const words = useText(sourceWords);
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
          <SyncAll />
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
                    label: words.add,
                    icon: 'globe',
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
          types={['repo', 'single_file', 'marketplace', 'backend']}
          onDone={({ type }) => {
            setSourceOpen(false);
            void navigate(
              type === 'backend' ? '/administration/skills/new' : '/administration/sources',
            );
          }}
        />
      )}
    </>
  );
}

/** Begins the sync of every source that has one, and goes where it is followed. */
function SyncAll() {
  const t = useText(sourceWords);
  const navigate = useNavigate();
  const client = useQueryClient();
  const sources = useQuery(queries.skillSources());
  const synced = (sources.data ?? []).filter(({ enabled, remote }) => enabled && remote !== null);
  const start = useMutation({
    // What cannot begin says so beside its source.
    mutationFn: () => Promise.allSettled(synced.map(({ uid }) => api.startSync(uid))),
    onSuccess: async () => {
      await client.invalidateQueries(queries.skillSources());
      await navigate('/administration/sources');
    },
  });
  if (synced.length === 0) return null;
  return (
    <Button
      variant="quiet"
      size="sm"
      icon="variant"
      isPending={start.isPending}
      onPress={() => {
        start.mutate();
      }}
    >
      {t.sync}
    </Button>
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
