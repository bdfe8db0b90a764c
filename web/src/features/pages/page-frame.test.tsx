import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { PageFrame, type PageFrameHandle } from './page-frame.tsx';

afterEach(cleanup);

const ORIGIN = 'https://preview.example';

/** The frame, with a window that records what is posted to it. */
function open(uid = 12) {
  const ref = createRef<PageFrameHandle>();
  const posted: { message: unknown; origin: unknown }[] = [];
  const view = render(<PageFrame ref={ref} uid={uid} title="Preview" origin={ORIGIN} />);
  const load = () => {
    const frame = view.container.querySelector('iframe');
    if (frame === null) throw new Error('no frame');
    Object.defineProperty(frame, 'contentWindow', {
      configurable: true,
      value: {
        scrollY: 340,
        scrollTo: (left: number, top: number) =>
          posted.push({ message: ['scroll', left, top], origin: null }),
        postMessage: (message: unknown, origin: unknown) => posted.push({ message, origin }),
      },
    });
    fireEvent.load(frame);
  };
  const handle = () => {
    if (ref.current === null) throw new Error('no handle');
    return ref.current;
  };
  return { ...view, posted, load, handle };
}

describe('PageFrame', () => {
  it('FOC-02 posts type, version, table and uid to the preview origin and to no other', () => {
    const { posted, load, handle } = open();
    load();
    handle().highlight({ table: 'content', uid: 105, quote: 'A sentence.', point: 2 });
    expect(posted).toEqual([
      {
        message: {
          type: 'vouch:highlight',
          version: 1,
          table: 'content',
          uid: 105,
          quote: 'A sentence.',
          point: 2,
        },
        origin: 'https://preview.example',
      },
    ]);
  });

  it('FOC-04 posts a mark once, waits until the page is there, and posts the next one', () => {
    const { posted, load, handle } = open();
    handle().highlight({ table: 'content', uid: 105 });
    expect(posted).toHaveLength(0);
    load();
    handle().highlight({ table: 'content', uid: 105 });
    expect(posted).toHaveLength(1);
    handle().highlight({ table: 'content', uid: 106 });
    handle().clear();
    handle().clear();
    expect(posted.map(({ message }) => (message as { type: string }).type)).toEqual([
      'vouch:highlight',
      'vouch:highlight',
      'vouch:clear-highlight',
    ]);
  });

  it('keeps the place and the mark over a reload', () => {
    const { posted, load, handle } = open();
    load();
    handle().highlight({ table: 'content', uid: 105 });
    act(() => {
      handle().reload();
    });
    load();
    expect(posted.slice(1)).toEqual([
      { message: ['scroll', 0, 340], origin: null },
      {
        message: { type: 'vouch:highlight', version: 1, table: 'content', uid: 105 },
        origin: ORIGIN,
      },
    ]);
  });

  it('gives another page no mark of the one before', () => {
    const { posted, load, handle, rerender } = open();
    load();
    handle().highlight({ table: 'content', uid: 105 });
    posted.length = 0;
    rerender(<PageFrame uid={13} title="Preview" origin={ORIGIN} />);
    load();
    expect(posted).toEqual([]);
  });

  it('hears of a link only from its own frame, from where previews come, and about the page it shows', () => {
    const heard: string[] = [];
    const { container } = render(
      <PageFrame
        uid={12}
        title="Preview"
        origin={ORIGIN}
        onOpenPage={(href) => {
          heard.push(href);
        }}
      />,
    );
    const source = container.querySelector('iframe')?.contentWindow ?? null;
    const message = { type: 'vouch:open-page', version: 1, page: 12, href: 'events.md' };
    const post = (data: unknown, from: { origin?: string; source?: Window | null } = {}) => {
      fireEvent(window, new MessageEvent('message', { data, origin: ORIGIN, source, ...from }));
    };
    post(message, { origin: 'https://elsewhere.example' });
    post(message, { source: window });
    post(message, { source: null });
    post({ ...message, page: 13 });
    post({ ...message, version: 2 });
    post({ ...message, more: 1 });
    post({ ...message, href: '' });
    post('vouch:open-page');
    expect(heard).toEqual([]);
    post(message);
    expect(heard).toEqual(['events.md']);
  });

  it('lets the page run its script and nothing else', () => {
    const { container } = open();
    expect(container.querySelector('iframe')?.getAttribute('sandbox')).toBe(
      'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    );
  });
});
