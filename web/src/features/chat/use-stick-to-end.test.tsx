import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useStickToEnd } from './use-stick-to-end.ts';

/** Pixels: the region is 300 high; every entry is as high as its text says, one under the other. */
const REGION = 300;

let resized: (() => void)[];

beforeEach(() => {
  resized = [];
  class FakeResizeObserver {
    constructor(callback: () => void) {
      resized.push(callback);
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  const heights = (element: Element) => Number(element.textContent);
  const layout = (name: string, of: (element: HTMLElement) => number) =>
    vi.spyOn(HTMLElement.prototype, name as 'offsetHeight', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return of(this);
    });
  layout('offsetHeight', heights);
  layout('offsetTop', (element) => {
    let top = 0;
    for (let at = element.previousElementSibling; at !== null; at = at.previousElementSibling)
      top += heights(at);
    return top;
  });
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(REGION);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    return [...this.querySelectorAll('p')].reduce((sum, entry) => sum + heights(entry), 0);
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

interface Shown {
  readonly height: number;
  readonly isSummary?: boolean;
}

function Talk({ entries }: { entries: readonly Shown[] }) {
  const { region } = useStickToEnd(null);
  return (
    <div ref={region} data-testid="region">
      <div>
        {entries.map(({ height, isSummary = false }, index) => (
          <p key={index} {...(isSummary ? { 'data-tour-summary': true } : {})}>
            {height}
          </p>
        ))}
      </div>
    </div>
  );
}

const region = () => screen.getByTestId('region');
const grow = () => {
  act(() => {
    for (const callback of resized) callback();
  });
};

describe('Following a conversation', () => {
  it('shows a summary that is taller than the region from its beginning, and what is said after it', () => {
    const { rerender } = render(<Talk entries={[{ height: 400 }]} />);
    rerender(<Talk entries={[{ height: 400 }, { height: 700, isSummary: true }]} />);
    grow();
    expect(region().scrollTop).toBe(388);
    fireEvent.scroll(region());
    rerender(
      <Talk entries={[{ height: 400 }, { height: 700, isSummary: true }, { height: 50 }]} />,
    );
    grow();
    expect(region().scrollTop).toBe(1150);
  });

  it('shows the end where the summary fits', () => {
    render(<Talk entries={[{ height: 400 }, { height: 100, isSummary: true }]} />);
    grow();
    expect(region().scrollTop).toBe(500);
  });

  it('leaves a reader who went elsewhere where they are', () => {
    const { rerender } = render(<Talk entries={[{ height: 900 }]} />);
    grow();
    region().scrollTop = 100;
    fireEvent.scroll(region());
    rerender(<Talk entries={[{ height: 900 }, { height: 700, isSummary: true }]} />);
    grow();
    expect(region().scrollTop).toBe(100);
  });
});
