import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LoadMode, TaskView } from '../../../../src/contracts/index.ts';
import { ErrorLine, Loading, Select } from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { strings } from './strings.ts';

type Mode = LoadMode | 'none';

/** Which skills come with a task, and when. */
export function TaskSkills({ task }: { task: TaskView }) {
  const t = useText(strings);
  const client = useQueryClient();
  const skills = useQuery(queries.skills());
  // A process is only listed to be taken off again: it may have become one after it was attached (PRC-02).
  const listed = skills.data?.filter(
    ({ uid, process }) => !process || task.skills.some(({ skillUid }) => skillUid === uid),
  );
  const attach = useMutation({
    mutationFn: ({ skillUid, mode }: { skillUid: number; mode: Mode }) =>
      api.attachTaskSkill(task.uid, skillUid, mode === 'none' ? null : mode),
    onSuccess: (changed) => {
      client.setQueryData(queries.task(task.uid).queryKey, changed);
    },
  });
  return (
    <section className="v-part" aria-label={t.attachments}>
      <h2 className="v-group__title">{t.attachments}</h2>
      <p className="v-muted">{t.attachmentsHelp}</p>
      {attach.error !== null && <ErrorLine error={attach.error} />}
      {skills.isPending && <Loading lines={3} />}
      {skills.error !== null && <ErrorLine error={skills.error} />}
      {listed?.length === 0 && <p className="v-muted">{t.noSkills}</p>}
      {listed?.map(({ uid, name, process, enabled, orphaned }) => {
        const attached = task.skills.find(({ skillUid }) => skillUid === uid);
        const isProcess = process || attached?.process === true;
        return (
          <div key={uid} className="v-filters">
            <Select<Mode>
              label={name}
              showLabel
              size="sm"
              value={attached?.loadMode ?? 'none'}
              onChange={(mode) => {
                attach.mutate({ skillUid: uid, mode });
              }}
              options={(['none', 'always', 'on_demand'] as const).map((id) => ({
                id,
                label: t.modes[id],
                // Never composed by itself (PRC-02).
                isDisabled: isProcess && id === 'always',
              }))}
            />
            {isProcess && <span className="v-caption">{t.processNote}</span>}
            {!isProcess && !enabled && <span className="v-caption">{t.skillOff}</span>}
            {!isProcess && enabled && orphaned && (
              <span className="v-caption">{t.skillOrphaned}</span>
            )}
          </div>
        );
      })}
    </section>
  );
}
