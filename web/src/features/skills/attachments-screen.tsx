import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type {
  AttachedSkill,
  ConfigurationSkills,
  LoadMode,
} from '../../../../src/contracts/index.ts';
import {
  AdministrationArea,
  Badge,
  EmptyState,
  ErrorLine,
  IconButton,
  Loaded,
  Segments,
  Select,
  Table,
  useAnnounce,
} from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { attachmentWords } from './attachment-words.ts';
import { moved } from './model/reorder.ts';

/** Which configuration offers which skills, how, and in which order. */
export function AttachmentsScreen() {
  const t = useText(attachmentWords);
  const all = useQuery({ ...queries.skillAttachments(), refetchOnMount: 'always' });
  return (
    <AdministrationArea title={t.title} lead={t.lead}>
      <Loaded query={all}>
        {(configurations) =>
          configurations.map((configuration) => (
            <ConfigurationPart key={configuration.uid} configuration={configuration} />
          ))
        }
      </Loaded>
    </AdministrationArea>
  );
}

function ConfigurationPart({ configuration }: { configuration: ConfigurationSkills }) {
  const t = useText(attachmentWords);
  const announce = useAnnounce();
  const client = useQueryClient();
  const { uid, name, isDefault, skills } = configuration;
  const change = useMutation({
    mutationFn: (work: () => Promise<AttachedSkill[]>) => work(),
    onSettled: async () => {
      // A refusal too: what was shown may be old.
      await client.invalidateQueries({ queryKey: queries.skillAttachments().queryKey });
      void client.invalidateQueries({ queryKey: ['catalogue'] });
      void client.invalidateQueries({ queryKey: ['audit'] });
    },
  });
  const set = (skillUid: number, loadMode: LoadMode | null) => {
    change.mutate(() => api.setAttachment(uid, skillUid, loadMode));
  };
  const move = (index: number, step: -1 | 1) => {
    const order = moved(skills, index, step);
    const skill = skills[index];
    change.mutate(() =>
      api.orderAttachments(
        uid,
        order.map(({ skillUid }) => skillUid),
      ),
    );
    if (skill !== undefined) announce(t.moved(skill.name, index + step + 1));
  };
  const heading = `configuration-${String(uid)}`;
  return (
    <section className="v-section v-attachments" aria-labelledby={heading}>
      <h2 className="v-h v-review__h" id={heading}>
        {name} {isDefault && <Badge>{t.isDefault}</Badge>}
      </h2>
      {change.error !== null && <ErrorLine error={change.error} />}
      {skills.length === 0 ? (
        <EmptyState icon="skills" title={t.empty}>
          {t.emptyHint}
        </EmptyState>
      ) : (
        <Table
          label={name}
          rows={skills}
          rowKey={({ skillUid }) => skillUid}
          columns={[
            { id: 'skill', label: t.skill, cell: (skill) => <SkillName skill={skill} /> },
            {
              id: 'mode',
              label: t.mode,
              cell: (skill) =>
                // A process goes along with nothing (PRC-02); one that became a process later can still be set back.
                skill.process && skill.loadMode === 'on_demand' ? (
                  t.startedByPerson
                ) : (
                  <Segments<LoadMode>
                    label={t.modeOf(skill.name)}
                    value={skill.loadMode}
                    onChange={(mode) => {
                      set(skill.skillUid, mode);
                    }}
                    segments={[
                      { id: 'on_demand', label: t.on_demand },
                      { id: 'always', label: t.always },
                    ]}
                  />
                ),
            },
            {
              id: 'order',
              label: t.order,
              cell: (skill) => {
                const index = skills.indexOf(skill);
                return (
                  <div className="v-row">
                    <IconButton
                      icon="chev-u"
                      label={t.up(skill.name)}
                      isDisabled={index === 0}
                      onPress={() => {
                        move(index, -1);
                      }}
                    />
                    <IconButton
                      icon="chev-d"
                      label={t.down(skill.name)}
                      isDisabled={index === skills.length - 1}
                      onPress={() => {
                        move(index, 1);
                      }}
                    />
                    <IconButton
                      icon="close"
                      label={t.detach(skill.name)}
                      onPress={() => {
                        set(skill.skillUid, null);
                      }}
                    />
                  </div>
                );
              },
            },
          ]}
        />
      )}
      <AddSkill
        configuration={configuration}
        onAdd={(skillUid) => {
          set(skillUid, 'on_demand');
        }}
      />
    </section>
  );
}

function SkillName({ skill }: { skill: AttachedSkill }) {
  const t = useText(attachmentWords);
  const { skillUid, name, process, enabled, instruction } = skill;
  return (
    <>
      <Link to={`/administration/skills/${String(skillUid)}`}>{name}</Link>{' '}
      {process && <Badge>{t.process}</Badge>} {!enabled && <Badge tone="warn">{t.off}</Badge>}{' '}
      <span className="v-caption">{instruction ? t.instructs : t.reference}</span>
    </>
  );
}

interface AddProps {
  readonly configuration: ConfigurationSkills;
  readonly onAdd: (skillUid: number) => void;
}

function AddSkill({ configuration, onAdd }: AddProps) {
  const t = useText(attachmentWords);
  const skills = useQuery(queries.skills());
  const attached = new Set(configuration.skills.map(({ skillUid }) => skillUid));
  const others = (skills.data ?? []).filter(({ uid }) => !attached.has(uid));
  if (skills.data !== undefined && others.length === 0)
    return <p className="v-caption">{t.allIn}</p>;
  return (
    <Select
      label={t.addHere(configuration.name)}
      size="sm"
      value=""
      onChange={(uid) => {
        if (uid !== '') onAdd(Number(uid));
      }}
      options={[
        { id: '', label: t.choose, isDisabled: true },
        ...others.map(({ uid, name, source }) => ({
          id: String(uid),
          label: name,
          extra: source.title,
        })),
      ]}
    />
  );
}
