import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { InspectedRun } from '../../../../src/contracts/index.ts';
import {
  Button,
  Digest,
  ErrorLine,
  Loaded,
  Note,
  Screen,
  Table,
  Time,
  ToolName,
} from '../../components/index.ts';
import { Markdown } from '../../components/markdown.tsx';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { CallsTable, DecisionsTable, Timeline } from './inspector-tables.tsx';
import { inspectorWords } from './inspector-words.ts';
import './runs.css';
import { runName } from './run-name.ts';
import { isOver, RunState } from './run-state.tsx';
import { strings } from './strings.ts';

/** How often a run that goes on is looked at. */
const LOOK_MS = 1_500;

/** All there is to know of a run, read anew while it goes on. */
export function useInspection(uuid: string) {
  return useQuery({
    queryKey: ['runs', uuid],
    queryFn: ({ signal }) => api.inspectRun(uuid, signal),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data !== undefined && isOver(state.data.run) ? false : LOOK_MS,
  });
}

/** Everything about one run: what it holds, what it may use, what it did, and why it stopped. */
export function InspectorScreen() {
  const { uuid = '' } = useParams();
  const t = useText(inspectorWords);
  const words = useText(strings);
  const found = useInspection(uuid);
  return (
    <Screen
      title={found.data === undefined ? t.run : runName(found.data.run, words)}
      back={{ to: '/runs', label: t.back }}
      lead={found.data !== undefined && <RunState run={found.data.run} />}
      acts={found.data !== undefined && !isOver(found.data.run) && <CancelButton uuid={uuid} />}
    >
      <Loaded query={found} lines={8}>
        {(data) => <Inspection found={data} />}
      </Loaded>
    </Screen>
  );
}

/** The same without a screen around it. */
export function Inspection({ found }: { found: InspectedRun }) {
  const t = useText(inspectorWords);
  const { run } = found;
  return (
    <>
      <Answer run={run} />
      <Facts found={found} />
      <Part title={t.pins}>
        <Lines
          items={found.pins.map(({ skillUid, name, digest, verdict }) => (
            <span key={skillUid}>
              {name} <Digest value={digest} /> ·{' '}
              {verdict === 'holds' ? t.pinHolds : t.pinFails(verdict)}
            </span>
          ))}
        />
      </Part>
      <Part title={t.allowList}>
        <dl className="v-facts">
          <Names label={t.stored} names={found.allowList.stored} />
          {!isOver(run) && <Names label={t.live} names={found.allowList.live} />}
          {!isOver(run) && <Names label={t.both} names={found.allowList.both} />}
        </dl>
      </Part>
      <Part title={t.sections}>
        <Lines
          items={found.sections.map(({ skillUid, name, digest }) => (
            <span key={skillUid}>
              {name} <Digest value={digest} />
            </span>
          ))}
        />
      </Part>
      <Part title={t.catalogue}>
        <Lines
          items={found.catalogue.map(({ uid, name }) => (
            <span key={uid}>{name}</span>
          ))}
        />
      </Part>
      {found.tools.length > 0 && (
        <Part title={t.tools}>
          <Table
            label={t.tools}
            rows={found.tools}
            rowKey={({ tool }) => tool}
            columns={[
              {
                id: 'tool',
                label: t.call,
                cell: ({ tool }) => <ToolName name={tool} />,
              },
              {
                id: 'state',
                label: t.state,
                cell: ({ offered, reason }) => (offered ? t.offered : reason),
              },
            ]}
          />
        </Part>
      )}
      <CallsTable found={found} />
      <DecisionsTable found={found} />
      <Part title={t.messages}>
        {found.messages === null ? (
          <Note>{t.withheld[found.messagesState]}</Note>
        ) : (
          <ol className="v-items">
            {found.messages.map(({ role, content, calls }, index) => (
              <li key={index}>
                <b className="v-mono">{role}</b> {content}
                {calls.map((call) => (
                  <code key={call.callId} className="v-mono">
                    {' '}
                    {call.tool} {call.arguments}
                  </code>
                ))}
              </li>
            ))}
          </ol>
        )}
      </Part>
      <Timeline found={found} everyMs={LOOK_MS} />
    </>
  );
}

/** What the model said in the end. Kept whatever the privacy level, for whom it was said to (SEC-05). */
function Answer({ run }: Pick<InspectedRun, 'run'>) {
  const t = useText(inspectorWords);
  if (run.status !== 'completed' || run.message === null) return null;
  return (
    <Part title={t.answer}>
      {run.message === '' ? (
        <p className="v-muted">{t.noAnswer}</p>
      ) : (
        <div className="v-card v-card__body">
          <Markdown source={run.message} headingLevel={3} />
        </div>
      )}
    </Part>
  );
}

function Facts({ found }: { found: InspectedRun }) {
  const t = useText(inspectorWords);
  const words = useText(strings);
  const { run } = found;
  return (
    <Part title={t.facts}>
      <dl className="v-facts">
        <Fact label={t.run}>
          <span className="v-mono">{run.uuid}</span>
        </Fact>
        <Fact label={t.startedBy}>{run.startedBy === '' ? t.service : run.startedBy}</Fact>
        <Fact label={t.configuration}>{run.configurationName}</Fact>
        {run.page !== null && (
          <Fact label={t.page}>
            <Link to={`/pages/${String(run.page.uid)}`}>{run.page.title}</Link>
          </Fact>
        )}
        <Fact label={words.began}>
          <Time atMs={run.createdAtMs} />
        </Fact>
        {found.predecessor !== null && (
          <Fact label={t.predecessor}>
            <Link to={`/runs/${found.predecessor}`}>{found.predecessor.slice(-6)}</Link>
          </Fact>
        )}
        {run.termination !== null && (
          <Fact label={t.why}>
            {words.ends[run.termination]}
            {run.message === null || run.status === 'completed' ? '' : ` – ${run.message}`}
          </Fact>
        )}
        <Fact label={t.pauses}>{found.pauses}</Fact>
        <Fact label={t.requeues}>{found.requeues}</Fact>
      </dl>
    </Part>
  );
}

function CancelButton({ uuid }: { uuid: string }) {
  const t = useText(inspectorWords);
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.cancelRun(uuid),
    onSettled: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
  return (
    <div>
      <Button
        isPending={cancel.isPending}
        onPress={() => {
          cancel.mutate();
        }}
      >
        {t.cancel}
      </Button>
      {cancel.error !== null && <ErrorLine error={cancel.error} />}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="v-part" aria-label={title}>
      <h2 className="v-group__title">{title}</h2>
      {children}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Names({ label, names }: { label: string; names: readonly string[] | null }) {
  const t = useText(inspectorWords);
  return (
    <Fact label={label}>
      {names === null ? (
        t.unrestricted
      ) : names.length === 0 ? (
        t.nothing
      ) : (
        <ToolName name={names.join(', ')} />
      )}
    </Fact>
  );
}

function Lines({ items }: { items: readonly ReactNode[] }) {
  const t = useText(inspectorWords);
  if (items.length === 0) return <p className="v-muted">{t.none}</p>;
  return (
    <ul className="v-items">
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}
