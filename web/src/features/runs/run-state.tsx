import { isTerminal, type RunView } from '../../../../src/contracts/index.ts';
import { State, type IconName } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { strings } from './strings.ts';

/** Where a run stands, or how it ended. */
export function RunState({ run }: { run: RunView }) {
  const t = useText(strings);
  const look = lookOf(run);
  const word =
    run.termination !== null && isOver(run) ? t.ends[run.termination] : t.statuses[run.status];
  return (
    <State tone={look.tone} icon={look.icon}>
      {word}
    </State>
  );
}

export function isOver({ status }: Pick<RunView, 'status'>): boolean {
  return isTerminal(status);
}

function lookOf(run: RunView): { tone: 'plain' | 'ok' | 'bad' | 'wait'; icon: IconName } {
  switch (run.status) {
    case 'queued':
    case 'running':
      return { tone: 'plain', icon: 'clock' };
    case 'waiting_for_approval':
    case 'waiting_for_input':
      return { tone: 'wait', icon: 'clock' };
    case 'completed':
      return { tone: 'ok', icon: 'ok' };
    case 'failed':
      return { tone: 'bad', icon: 'bad' };
    case 'cancelled':
      return { tone: 'plain', icon: 'minus' };
  }
}
