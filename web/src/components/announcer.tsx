import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';

type Announce = (text: string) => void;

const AnnouncerContext = createContext<Announce>(() => undefined);

/** One polite live region for the whole application, there from the start so that screen readers watch it. */
export function AnnouncerProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', turn: 0 });
  const announce = useCallback((text: string) => {
    setSaid(({ turn }) => ({ text, turn: turn + 1 }));
  }, []);
  // Two regions take turns: the same sentence twice is then a change both times.
  const [first, second] = useMemo(
    () => (said.turn % 2 === 0 ? [said.text, ''] : ['', said.text]),
    [said],
  );
  return (
    <AnnouncerContext value={announce}>
      {children}
      <div className="v-sr" role="status" aria-live="polite">
        {first}
      </div>
      <div className="v-sr" role="status" aria-live="polite">
        {second}
      </div>
    </AnnouncerContext>
  );
}

/** Says a short sentence to screen readers, after what they are saying now. */
export function useAnnounce(): Announce {
  return use(AnnouncerContext);
}
