import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { TaskView } from '../../../../src/contracts/index.ts';
import {
  ButtonLink,
  EmptyState,
  ErrorLine,
  Form,
  FormActs,
  Loaded,
  Screen,
  useToast,
} from '../../components/index.ts';
import { ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import '../runs/runs.css';
import { skillWords } from '../skills/words.ts';
import { strings } from './strings.ts';
import { TaskFields } from './task-fields.tsx';
import { EMPTY_TASK, formOf, type TaskForm } from './task-form.ts';
import { TaskSkills } from './task-skills.tsx';

/** Writing a new task. */
export function NewTaskScreen() {
  const t = useText(strings);
  const navigate = useNavigate();
  const toast = useToast();
  return (
    <Frame title={t.newTitle}>
      <TaskWriting
        initial={EMPTY_TASK}
        submit={t.create}
        save={(form) => api.createTask(form)}
        onSaved={({ uid }) => {
          toast(t.created);
          void navigate(`/tasks/${String(uid)}/edit`);
        }}
        isNew
      />
    </Frame>
  );
}

/** Changing a task, and the skills on it. */
export function EditTaskScreen() {
  const { uid = '' } = useParams();
  const t = useText(strings);
  const toast = useToast();
  const task = useQuery({ ...queries.task(Number(uid)), refetchOnWindowFocus: false });
  return (
    <Frame
      title={t.editTitle(task.data?.name ?? '')}
      acts={task.data?.isActive === true && <ButtonLink to={`/tasks/${uid}`}>{t.tryIt}</ButtonLink>}
    >
      <Loaded query={task}>
        {(data) => (
          <>
            <TaskWriting
              key={data.version}
              initial={formOf(data)}
              submit={t.save}
              save={({ identifier: _stays, ...form }) =>
                api.changeTask(data.uid, { ...form, version: data.version })
              }
              onSaved={() => {
                toast(t.saved);
              }}
            />
            <TaskSkills task={data} />
          </>
        )}
      </Loaded>
    </Frame>
  );
}

function Frame({
  title,
  acts,
  children,
}: {
  title: string;
  acts?: ReactNode;
  children: ReactNode;
}) {
  const t = useText(strings);
  const words = useText(skillWords);
  const { isAdministrator } = useMe();
  return (
    <Screen title={title} back={{ to: '/tasks', label: t.back }} acts={isAdministrator && acts}>
      {isAdministrator ? (
        children
      ) : (
        <EmptyState icon="lock" title={words.onlyAdministrators}>
          {words.onlyAdministratorsHint}
        </EmptyState>
      )}
    </Screen>
  );
}

interface TaskWritingProps {
  readonly initial: TaskForm;
  readonly submit: string;
  readonly save: (form: TaskForm) => Promise<TaskView>;
  readonly onSaved: (task: TaskView) => void;
  readonly isNew?: boolean;
}

function TaskWriting({ initial, submit, save, onSaved, isNew = false }: TaskWritingProps) {
  const t = useText(strings);
  const client = useQueryClient();
  const [form, setForm] = useState(initial);
  const saving = useMutation({
    mutationFn: () => save(form),
    onSuccess: (task) => {
      client.setQueryData(queries.task(task.uid).queryKey, task);
      void client.invalidateQueries({ ...queries.tasks(), exact: true });
      onSaved(task);
    },
  });
  const wrong = saving.error instanceof ApiError ? saving.error.data['field'] : '';
  return (
    <Form
      className="v-section v-form v-task"
      onSubmit={() => {
        saving.mutate();
      }}
    >
      <TaskFields
        form={form}
        isNew={isNew}
        wrong={typeof wrong === 'string' ? wrong : ''}
        message={saving.error?.message ?? ''}
        onChange={(changes) => {
          setForm((before) => ({ ...before, ...changes }));
        }}
      />
      {saving.error !== null && (
        <div role="alert">
          <p className="v-strong">{t.unsaved}</p>
          <ErrorLine error={saving.error} />
        </div>
      )}
      <FormActs isPending={saving.isPending} submit={submit} back="/tasks" />
    </Form>
  );
}
