import { useState } from 'react';
import type { GroupView, PeopleOverview } from '../../../../src/contracts/index.ts';
import {
  Button,
  EmptyState,
  FormDialog,
  RemovalDialog,
  Table,
  TextField,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useForm } from '../../lib/use-form.ts';
import { peopleApi, usePeopleChange } from './people-queries.ts';
import { GrantList } from './person-dialog.tsx';
import { groupForm, sentGroup, withoutName, type GroupForm } from './person-form.ts';
import { RightsFields } from './rights-fields.tsx';
import { peopleWords } from './words.ts';

type Open =
  { readonly kind: 'new' } | { readonly kind: 'edit' | 'remove'; readonly group: GroupView };

/** Groups, how many belong to each, and what each holds. */
export function GroupList({ overview }: { overview: PeopleOverview }) {
  const t = useText(peopleWords);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => {
    setOpen(null);
  };
  const { people, groups, options } = overview;
  const add = (
    <Button
      icon="plus"
      onPress={() => {
        setOpen({ kind: 'new' });
      }}
    >
      {t.addGroup}
    </Button>
  );
  return (
    <div className="v-people">
      {groups.length === 0 ? (
        <EmptyState icon="users" title={t.noGroupsYet} action={add}>
          {t.noGroupsHint}
        </EmptyState>
      ) : (
        <>
          <div>{add}</div>
          <Table
            label={t.groups}
            rows={groups}
            rowKey={({ id }) => id}
            columns={[
              {
                id: 'name',
                label: t.name,
                cell: ({ name }) => <span className="v-wrap">{name}</span>,
              },
              {
                id: 'members',
                label: t.members,
                numeric: true,
                cell: ({ id }) => people.filter(({ groupIds }) => groupIds.includes(id)).length,
              },
              {
                id: 'grants',
                label: t.grants,
                cell: ({ grants }) => (
                  <span className="v-wrap">
                    {grants.map((grant) => t.grant[grant]).join(', ') || '–'}
                  </span>
                ),
              },
              {
                id: 'actions',
                label: t.actions,
                cell: (group) => (
                  <span className="v-acts">
                    <Button
                      size="sm"
                      aria-label={t.editOf(group.name)}
                      onPress={() => {
                        setOpen({ kind: 'edit', group });
                      }}
                    >
                      {t.edit}
                    </Button>
                    <Button
                      size="sm"
                      aria-label={t.removeOf(group.name)}
                      onPress={() => {
                        setOpen({ kind: 'remove', group });
                      }}
                    >
                      {t.remove}
                    </Button>
                  </span>
                ),
              },
            ]}
          />
        </>
      )}
      {open?.kind === 'new' && <GroupDialog group={null} options={options} onClose={close} />}
      {open?.kind === 'edit' && (
        <GroupDialog group={open.group} options={options} onClose={close} />
      )}
      {open?.kind === 'remove' && <RemoveDialog group={open.group} onClose={close} />}
    </div>
  );
}

function GroupDialog(props: {
  /** `null`: a new one is added. */
  group: GroupView | null;
  options: PeopleOverview['options'];
  onClose: () => void;
}) {
  const { group, options, onClose } = props;
  const t = useText(peopleWords);
  const save = usePeopleChange(
    (filled: GroupForm) =>
      group === null
        ? peopleApi.addGroup(sentGroup(filled))
        : peopleApi.changeGroup(group.id, sentGroup(filled)),
    onClose,
  );
  const { form, change, field, submit } = useForm<GroupForm>({
    initial: () => groupForm(group),
    wrongFields: withoutName,
    onSubmit: save.mutate,
  });
  return (
    <FormDialog
      title={group === null ? t.addGroup : t.editOf(group.name)}
      isNew={group === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField {...field('name', t.nameWrong)} label={t.name} />
      <GrantList
        value={form.grants}
        onChange={(grants) => {
          change({ grants });
        }}
      />
      <RightsFields
        value={form.rights}
        onChange={(rights) => {
          change({ rights });
        }}
        options={options}
      />
    </FormDialog>
  );
}

function RemoveDialog({ group, onClose }: { group: GroupView; onClose: () => void }) {
  const t = useText(peopleWords);
  const remove = usePeopleChange(() => peopleApi.removeGroup(group.id), onClose);
  return (
    <RemovalDialog words={t} name={group.name} removal={remove} onClose={onClose}>
      {t.removeHint}
    </RemovalDialog>
  );
}
