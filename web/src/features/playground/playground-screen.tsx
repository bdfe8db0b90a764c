import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ModelsOverview, PlaygroundRequest } from '../../../../src/contracts/index.ts';
import {
  AdministrationArea,
  Button,
  Checkbox,
  ChoiceList,
  ErrorLine,
  Form,
  Loaded,
  Select,
  TextField,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { asBox, useForm } from '../../lib/use-form.ts';
import { modelsQuery } from '../models/model-queries.ts';
import { snippetQueries } from '../snippets/snippet-queries.ts';
import { toolsQuery } from '../tools/tool-queries.ts';
import { LiveRun } from './live-run.tsx';
import {
  playgroundRequest,
  wrongPlaygroundFields,
  type PlaygroundForm,
} from './playground-form.ts';
import { useRehearsal, useStart } from './playground-queries.ts';
import { RehearsalView } from './rehearsal-view.tsx';
import { playgroundWords } from './words.ts';
import './playground.css';

/** Where administrators try a configuration: what would be sent, or a run. */
export function PlaygroundScreen() {
  const t = useText(playgroundWords);
  const models = useQuery({ ...modelsQuery(), refetchOnMount: 'always' });
  return (
    <AdministrationArea title={t.title} lead={t.lead}>
      <Loaded query={models} lines={8}>
        {({ configurations }) => <Playground configurations={configurations} />}
      </Loaded>
    </AdministrationArea>
  );
}

type Asked = 'rehearse' | 'start';

function Playground({ configurations }: Pick<ModelsOverview, 'configurations'>) {
  const rehearsal = useRehearsal();
  const start = useStart();
  const [asked, setAsked] = useState<Asked>('rehearse');
  const ask = (wanted: Asked, request: PlaygroundRequest) => {
    setAsked(wanted);
    if (wanted === 'rehearse') rehearsal.mutate(request);
    else start.mutate(request);
  };
  const shown = asked === 'rehearse' ? rehearsal : start;
  return (
    <>
      <div className="v-section v-part">
        <PlaygroundFields
          configurations={configurations}
          pending={rehearsal.isPending ? 'rehearse' : start.isPending ? 'start' : null}
          onAsk={ask}
        />
        {shown.error !== null && <ErrorLine error={shown.error} />}
      </div>
      {asked === 'rehearse' && rehearsal.data !== undefined && (
        <RehearsalView rehearsal={rehearsal.data} />
      )}
      {asked === 'start' && start.data !== undefined && (
        <LiveRun key={start.data.uuid} uuid={start.data.uuid} />
      )}
    </>
  );
}

interface FieldsProps extends Pick<ModelsOverview, 'configurations'> {
  /** What is under way. */
  readonly pending: Asked | null;
  readonly onAsk: (wanted: Asked, request: PlaygroundRequest) => void;
}

function PlaygroundFields({ configurations, pending, onAsk }: FieldsProps) {
  const t = useText(playgroundWords);
  // Both buttons send the same form; the one that was pressed says what for.
  const wanted = useRef<Asked>('rehearse');
  const skills = useQuery(queries.skills());
  const snippets = useQuery(snippetQueries.list());
  const tools = useQuery(toolsQuery());
  const active = configurations.filter(({ isActive }) => isActive);
  const { form, field, submit } = useForm<PlaygroundForm>({
    initial: () => ({
      configuration: String((active.find(({ isDefault }) => isDefault) ?? active[0])?.uid ?? ''),
      text: '',
      system: '',
      rounds: '',
      withoutTools: false,
      tools: [],
      skills: [],
      snippets: [],
    }),
    wrongFields: wrongPlaygroundFields,
    onSubmit: (filled) => {
      onAsk(wanted.current, playgroundRequest(filled));
    },
  });
  const named = (list: readonly { readonly uid: number; readonly name: string }[] | undefined) =>
    (list ?? []).map(({ uid, name }) => ({ id: String(uid), name }));
  return (
    <Form onSubmit={submit} label={t.title}>
      <Select
        {...field('configuration')}
        label={t.configuration}
        showLabel
        options={active.map(({ uid, name }) => ({ id: String(uid), label: name }))}
      />
      <TextField {...field('text', t.textWrong)} label={t.text} rows={4} isRequired />
      <TextField {...field('system')} label={t.system} help={t.systemHelp} rows={3} />
      <TextField
        {...field('rounds', t.roundsWrong)}
        label={t.rounds}
        help={t.roundsHelp}
        inputMode="numeric"
      />
      <ChoiceList
        {...field('skills')}
        label={t.skills}
        help={t.skillsHelp}
        none={t.none}
        options={named(skills.data?.filter(({ enabled, process }) => enabled && !process))}
      />
      <ChoiceList
        {...field('snippets')}
        label={t.snippets}
        help={t.snippetsHelp}
        none={t.none}
        options={named(snippets.data?.filter(({ active: isOn, archived }) => isOn && !archived))}
      />
      <Checkbox {...asBox(field('withoutTools'))}>{t.withoutTools}</Checkbox>
      {!form.withoutTools && (
        <details>
          <summary className="v-link">{t.tools}</summary>
          <ChoiceList
            {...field('tools')}
            label={t.tools}
            help={t.toolsHelp}
            none={t.none}
            options={(tools.data ?? []).flatMap((group) =>
              group.tools.map(({ name }) => ({ id: name, name })),
            )}
          />
        </details>
      )}
      <div className="v-acts">
        <Button
          type="submit"
          variant="primary"
          isPending={pending === 'rehearse'}
          onPress={() => {
            wanted.current = 'rehearse';
          }}
        >
          {t.rehearse}
        </Button>
        <Button
          type="submit"
          isPending={pending === 'start'}
          onPress={() => {
            wanted.current = 'start';
          }}
        >
          {t.start}
        </Button>
      </div>
    </Form>
  );
}
