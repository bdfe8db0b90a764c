import { useEffect, useState } from 'react';
import { formatExact, formatRelative, formatShort } from '../lib/format.ts';
import { useLocale } from '../lib/i18n.tsx';

const TICK_MS = 30_000;

/** The time now, renewed every half minute. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNowMs(Date.now());
    }, TICK_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return nowMs;
}

/** When something happened. `short`: "10:41", "3 Sept"; `relative`: "3 minutes ago". Exact in the tooltip. */
export function Time({ atMs, form = 'short' }: { atMs: number; form?: 'short' | 'relative' }) {
  const { locale } = useLocale();
  const nowMs = useNow();
  const text =
    form === 'short' ? formatShort(locale, atMs, nowMs) : formatRelative(locale, atMs, nowMs);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formatExact(locale, atMs)}>
      {text}
    </time>
  );
}
