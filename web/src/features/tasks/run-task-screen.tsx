import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { TaskView } from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  ChoiceList,
  ErrorLine,
  Form,
  Loaded,
  Screen,
} from '../../components/index.ts';
import { ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
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
  return (
    <Screen
      title={task.data?.name ?? t.title}
      lead={task.data?.description}
      back={{ to: '/tasks', label: t.back }}
      acts={
        task.data !== undefined &&
        isAdministrator && <ButtonLink to={`/tasks/${uid}/edit`}>{t.edit}</ButtonLink>
      }
    >
      <Loaded query={task}>{(data) => <RunForm key={data.uid} task={data} />}</Loaded>
    </Screen>
  );
}

function RunForm({ task }: { task: TaskView }) {
  const t = useText(strings);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () => api.runTask(task.uid, { inputs: values, skillUids: picked.map(Number) }),
    onSuccess: () => client.invalidateQueries({ queryKey: queries.taskResults().queryKey }),
  });
  const errorText = useErrorText();
  const { field: refused, problem } = start.error instanceof ApiError ? start.error.data : {};
  const refusedWhy =
    problem === 'missing'
      ? t.missing
      : problem === 'unreadable'
        ? t.unreadable
        : errorText(start.error);
  const optional = task.skills.filter(
    ({ loadMode, process, available }) => loadMode === 'on_demand' && !process && available,
  );
  return (
    <>
      <Form
        className="v-section v-form v-task"
        onSubmit={() => {
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
                  ? refusedWhy
                  : undefined
            }
            onChange={(value) => {
              setValues((before) => ({ ...before, [input.name]: value }));
              setMissing((before) => before.filter((name) => name !== input.name));
            }}
          />
        ))}
        {optional.length > 0 && (
          <ChoiceList
            label={t.skills}
            value={picked}
            options={optional.map(({ skillUid, name }) => ({ id: String(skillUid), name }))}
            onChange={setPicked}
          />
        )}
        {start.error !== null && <ErrorLine error={start.error} />}
        <div className="v-acts">
          <Button type="submit" variant="primary" isPending={start.isPending}>
            {start.data === undefined ? t.run : t.again}
          </Button>
        </div>
      </Form>
      {start.isPending && <Answering />}
      {start.data !== undefined && <Answer key={start.data.uuid} result={start.data} />}
    </>
  );
}
