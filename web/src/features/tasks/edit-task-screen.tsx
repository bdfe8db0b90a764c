import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { TaskView } from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorLine,
  ErrorState,
  Loading,
  useToast,
} from '../../components/index.ts';
import { ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
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
  return (
    <Frame title={t.newTitle}>
      <Form
        initial={EMPTY_TASK}
        submit={t.create}
        save={(form) => api.createTask(form)}
        onSaved={({ uid }) => void navigate(`/tasks/${String(uid)}/edit`)}
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
    <Frame title={t.editTitle(task.data?.name ?? '')}>
      {task.isPending && <Loading lines={6} />}
      {task.data === undefined && task.error !== null && (
        <ErrorState error={task.error} onRetry={() => void task.refetch()} />
      )}
      {task.data !== undefined && (
        <>
          <Form
            key={task.data.version}
            initial={formOf(task.data)}
            submit={t.save}
            save={({ identifier: _stays, ...form }) =>
              api.changeTask(task.data.uid, { ...form, version: task.data.version })
            }
            onSaved={() => {
              toast(t.saved);
            }}
          />
          <TaskSkills task={task.data} />
        </>
      )}
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const t = useText(strings);
  const words = useText(skillWords);
  useTitle(title);
  const { isAdministrator } = useMe();
  return (
    <main className="v-main" id="content" tabIndex={-1}>
      <div className="v-page">
        {isAdministrator ? (
          <>
            <header className="v-page__head">
              <div>
                <Link to="/tasks">{t.back}</Link>
                <h1 className="v-title">{title}</h1>
              </div>
            </header>
            {children}
          </>
        ) : (
          <EmptyState icon="lock" title={words.onlyAdministrators}>
            {words.onlyAdministratorsHint}
          </EmptyState>
        )}
      </div>
    </main>
  );
}

interface FormProps {
  readonly initial: TaskForm;
  readonly submit: string;
  readonly save: (form: TaskForm) => Promise<TaskView>;
  readonly onSaved: (task: TaskView) => void;
  readonly isNew?: boolean;
}

function Form({ initial, submit, save, onSaved, isNew = false }: FormProps) {
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
    <form
      className="v-section v-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
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
      <div className="v-form__acts">
        <Button type="submit" variant="primary" isPending={saving.isPending}>
          {saving.isPending ? t.saving : submit}
        </Button>
        <ButtonLink to="/tasks" variant="quiet">
          {t.cancel}
        </ButtonLink>
      </div>
    </form>
  );
}
