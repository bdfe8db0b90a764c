import { useEffect, useState } from 'react';

/** The value once it has stayed the same for a moment: what somebody types is not asked for letter by letter. */
export function useSettled<T>(value: T, afterMs = 150): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, afterMs);
    return () => {
      clearTimeout(timer);
    };
  }, [value, afterMs]);
  return settled;
}
