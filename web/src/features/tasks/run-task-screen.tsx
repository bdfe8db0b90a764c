import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { TaskView } from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  Checkbox,
  ErrorLine,
  ErrorState,
  Loading,
} from '../../components/index.ts';
import { ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import '../runs/runs.css';
import { Answer, Answering } from './answer.tsx';
import { InputControl } from './input-control.tsx';
import { strings } from './strings.ts';

/** A task: its fields, and the answer below them. */
export function RunTaskScreen() {
  const { uid = '' } = useParams();
  const t = useText(strings);
  const { isAdministrator } = useMe();
  const task = useQuery(queries.task(Number(uid)));
  useTitle(task.data?.name ?? t.title);
  return (
    <main className="v-main" id="content" tabIndex={-1}>
      <div className="v-page">
        {task.isPending && <Loading lines={6} />}
        {task.data === undefined && task.error !== null && (
          <ErrorState error={task.error} onRetry={() => void task.refetch()} />
        )}
        {task.data !== undefined && (
          <>
            <header className="v-page__head">
              <div>
                <Link to="/tasks">{t.back}</Link>
                <h1 className="v-title">{task.data.name}</h1>
                <p className="v-muted">{task.data.description}</p>
              </div>
              {isAdministrator && <ButtonLink to={`/tasks/${uid}/edit`}>{t.edit}</ButtonLink>}
            </header>
            <RunForm key={task.data.uid} task={task.data} />
          </>
        )}
      </div>
    </main>
  );
}

function RunForm({ task }: { task: TaskView }) {
  const t = useText(strings);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () => api.runTask(task.uid, { inputs: values, skillUids: [...picked] }),
    onSuccess: () => client.invalidateQueries({ queryKey: queries.taskResults().queryKey }),
  });
  const refused = start.error instanceof ApiError ? start.error.data['field'] : undefined;
  const optional = task.skills.filter(
    ({ loadMode, process, available }) => loadMode === 'on_demand' && !process && available,
  );
  return (
    <>
      <form
        className="v-section v-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const lacks = task.inputs
            .filter(({ name, required }) => required && (values[name] ?? '').trim() === '')
            .map(({ name }) => name);
          setMissing(lacks);
          if (lacks.length === 0) start.mutate();
        }}
      >
        {task.inputs.map((input) => (
          <InputControl
            key={input.name}
            input={input}
            value={values[input.name] ?? ''}
            error={
              missing.includes(input.name)
                ? t.missing
                : refused === input.name
                  ? start.error?.message
                  : undefined
            }
            onChange={(value) => {
              setValues((before) => ({ ...before, [input.name]: value }));
              setMissing((before) => before.filter((name) => name !== input.name));
            }}
          />
        ))}
        {optional.length > 0 && (
          <fieldset className="v-fieldset">
            <legend className="v-strong">{t.skills}</legend>
            {optional.map(({ skillUid, name }) => (
              <Checkbox
                key={skillUid}
                checked={picked.includes(skillUid)}
                onChange={(isPicked) => {
                  setPicked((before) =>
                    isPicked ? [...before, skillUid] : before.filter((uid) => uid !== skillUid),
                  );
                }}
              >
                {name}
              </Checkbox>
            ))}
          </fieldset>
        )}
        {start.error !== null && <ErrorLine error={start.error} />}
        <div className="v-form__acts">
          <Button type="submit" variant="primary" isPending={start.isPending}>
            {start.data === undefined ? t.run : t.again}
          </Button>
        </div>
      </form>
      {start.isPending && <Answering />}
      {start.data !== undefined && <Answer key={start.data.uuid} result={start.data} />}
    </>
  );
}
