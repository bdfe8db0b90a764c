import { useState } from 'react';
import type { TourSeriesView } from '../../../../src/contracts/index.ts';
import { Button } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { StopDialog } from './stop-dialog.tsx';
import { strings } from './strings.ts';
import type { TourActing } from './use-tour-action.ts';

interface TourActsProps {
  readonly tour: TourSeriesView;
  readonly action: TourActing;
  /** `sm` in a bar. */
  readonly size?: 'md' | 'sm';
}

/** Going on with a tour later, or now, or never. */
export function TourActs({ tour, action, size = 'md' }: TourActsProps) {
  const t = useText(strings);
  const [asksStop, setAsksStop] = useState(false);
  const isPaused = tour.state === 'paused';
  const step = isPaused ? 'resume' : 'pause';
  const hasCurrent = tour.pages.some(({ state }) => state === 'running');
  return (
    <>
      <Button
        size={size}
        variant={!isPaused ? 'quiet' : hasCurrent ? 'default' : 'primary'}
        icon={isPaused ? 'play' : 'clock'}
        isPending={action.isPending && action.variables.do === step}
        onPress={() => {
          action.mutate({ do: step });
        }}
      >
        {isPaused ? t.resume : t.later}
      </Button>
      <Button
        size={size}
        variant="quiet"
        icon="close"
        onPress={() => {
          setAsksStop(true);
        }}
      >
        {t.stop}
      </Button>
      {asksStop && (
        <StopDialog
          uuid={tour.uuid}
          onClose={() => {
            setAsksStop(false);
          }}
        />
      )}
    </>
  );
}
