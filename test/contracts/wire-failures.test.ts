import { describe, expect, it } from 'vitest';
import { PROVIDER_FAILURES, recordingClock } from '../support/provider-failures.ts';
import { SHAPES } from '../support/wire-shapes.ts';
import { EDITOR } from './runs-bench.ts';
import { createWireBench } from './wire-bench.ts';

/** What becomes of a run whose provider fails, in every wire format; the requests and waits are a test of the adapter. */
describe.each(SHAPES)('a run whose %s fails', (shape) => {
  it.each(PROVIDER_FAILURES)(
    'DUR-02 $name: a queued run is $run, one that somebody waits for says so and ends',
    async ({ step, requests, waits, sentence, run }) => {
      const { clock, waits: waited } = recordingClock();
      const script = Array.from({ length: 2 * requests }, () => step);
      const { bench, server } = await createWireBench(shape, { script, clock });
      const at = await bench.runtime.run(bench.request());
      expect(at).toMatchObject({ outcome: 'failed', termination: 'provider_failed' });
      expect(at.text).toMatch(sentence);
      expect(server.requests).toHaveLength(requests);
      expect(waited).toEqual(waits);
      const uuid = await bench.runtime.enqueue(bench.request());
      expect(await bench.runtime.runQueued(uuid)).toMatchObject({ outcome: run });
      expect(await bench.runtime.status(uuid, EDITOR)).toMatchObject(
        run === 'requeued'
          ? { status: 'queued' }
          : { status: 'failed', termination: 'provider_failed', message: at.text },
      );
      expect(JSON.stringify([at, bench.logged])).not.toContain('sk-test-0123456789abcdef');
    },
  );
});
