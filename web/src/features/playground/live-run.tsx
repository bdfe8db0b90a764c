import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { WaitingRun } from '../inbox/waiting-run.tsx';
import { Inspection, useInspection } from '../runs/inspector-screen.tsx';
import { isOver, RunState } from '../runs/run-state.tsx';
import { playgroundWords } from './words.ts';

/** A run while it goes on: how it stands, what it waits for, and all there is to know of it. */
export function LiveRun({ uuid }: { uuid: string }) {
  const t = useText(playgroundWords);
  const found = useInspection(uuid);
  return (
    <section className="v-section v-part" aria-label={t.run}>
      <h2 className="v-h">{t.run}</h2>
      <Loaded query={found} lines={6}>
        {(data) => (
          <>
            <p className="v-acts">
              <RunState run={data.run} />
              <Link className="v-link" to={`/runs/${uuid}`}>
                {t.openRun}
              </Link>
            </p>
            {!isOver(data.run) && <Card uuid={uuid} waits={data.run.card !== null} />}
            <Inspection found={data} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Its card as the inbox has it, with the answers or why there are none here (PRC-04). */
function Card({ uuid, waits }: { uuid: string; waits: boolean }) {
  const inbox = useQuery({ ...queries.inbox(), enabled: waits, refetchOnMount: 'always' });
  const item = waits ? inbox.data?.find((each) => each.uuid === uuid) : undefined;
  return item === undefined ? null : <WaitingRun item={item} />;
}
