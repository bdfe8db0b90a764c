import { useEffect } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router';
import { z } from 'zod';

const Kept = z.object({ linkToken: z.string() });

/**
 * The token of the one-time link a screen was opened by; empty without one. It is taken out of the address at once, so that
 * no list of visited pages, no copied address and no `Referer` has it, and stays with the entry of the history, where a
 * reload finds it.
 */
export function useLinkToken(tokenIn: (location: Location) => string): string {
  const location = useLocation();
  const navigate = useNavigate();
  const inAddress = tokenIn(location);
  const { pathname } = location;
  useEffect(() => {
    if (inAddress === '') return;
    void navigate(pathname, { replace: true, state: { linkToken: inAddress } });
  }, [inAddress, pathname, navigate]);
  if (inAddress !== '') return inAddress;
  const kept = Kept.safeParse(location.state);
  return kept.success ? kept.data.linkToken : '';
}
