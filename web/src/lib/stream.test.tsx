import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openStream, type StreamState } from './stream.ts';

const CLOSED = 2;

/** The browser's EventSource as far as it is used, with the connection in the test's hands. */
class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((event: MessageEvent<unknown>) => void) | null = null;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = CLOSED;
  }

  connects(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  /** `givesUp`: an HTTP error, after which a browser does not try again by itself. */
  breaks(givesUp: boolean): void {
    this.readyState = givesUp ? CLOSED : 0;
    this.onerror?.();
  }

  sends(data: string, name?: string): void {
    const event = new MessageEvent(name ?? 'message', { data });
    if (name === undefined) this.onmessage?.(event);
    else this.dispatchEvent(event);
  }
}

const latest = () => {
  const source = FakeEventSource.opened.at(-1);
  if (source === undefined) throw new Error('nothing was opened');
  return source;
};

beforeEach(() => {
  FakeEventSource.opened = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const events: unknown[] = [];
  const states: StreamState[] = [];
  const close = openStream('/stream', {
    schema: z.object({ n: z.number() }),
    names: ['changed'],
    connect: (url) => new FakeEventSource(url) as unknown as EventSource,
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
  });
  return { events, states, close };
}

describe('openStream', () => {
  it('hands on events of the promised shape, named or not, and leaves others out', () => {
    const { events, close } = open();
    latest().connects();
    latest().sends('{"n":1}');
    latest().sends('{"n":2}', 'changed');
    latest().sends('{"n":"two"}');
    latest().sends('no json');
    expect(events).toEqual([{ n: 1 }, { n: 2 }]);
    close();
  });

  it('opens a fresh stream when the browser gave up, waiting longer each time until one connects', () => {
    const { states, close } = open();
    latest().breaks(true);
    expect(FakeEventSource.opened).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(FakeEventSource.opened).toHaveLength(2);
    latest().breaks(true);
    vi.advanceTimersByTime(1_999);
    expect(FakeEventSource.opened).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(FakeEventSource.opened).toHaveLength(3);
    latest().connects();
    latest().breaks(true);
    vi.advanceTimersByTime(1_000);
    expect(FakeEventSource.opened).toHaveLength(4);
    expect(states.slice(0, 3)).toEqual(['connecting', 'waiting', 'connecting']);
    close();
  });

  it('leaves a merely broken connection to the browser', () => {
    const { states, close } = open();
    latest().connects();
    latest().breaks(false);
    vi.advanceTimersByTime(60_000);
    expect(FakeEventSource.opened).toHaveLength(1);
    expect(states).toEqual(['connecting', 'live', 'waiting']);
    close();
  });

  it('does not wait when the network is back', () => {
    const { close } = open();
    latest().breaks(true);
    window.dispatchEvent(new Event('online'));
    expect(FakeEventSource.opened).toHaveLength(2);
    close();
  });

  it('is silent once it was closed', () => {
    const { events, close } = open();
    const source = latest();
    source.breaks(true);
    close();
    source.sends('{"n":1}');
    vi.advanceTimersByTime(60_000);
    window.dispatchEvent(new Event('online'));
    expect(events).toEqual([]);
    expect(FakeEventSource.opened).toHaveLength(1);
  });
});
