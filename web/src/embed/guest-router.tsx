import { createContext, use, useCallback, type AnchorHTMLAttributes } from 'react';

/**
 * What the conversation needs of a router, in a page that is not ours: the address belongs to that page, so every way leads
 * to the server, in a tab of its own. The build of the element puts this in the router's place.
 */
export const GuestServer = createContext('');

export function useNavigate(): (path: string) => void {
  const server = use(GuestServer);
  return useCallback(
    (path) => {
      window.open(new URL(path, server), '_blank', 'noopener');
    },
    [server],
  );
}

const NOTHING = new URLSearchParams();
const ignore = () => undefined;

export function useSearchParams(): [URLSearchParams, () => void] {
  return [NOTHING, ignore];
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly to: string };

export function Link({ to, children, ...rest }: LinkProps) {
  return (
    <a {...rest} href={new URL(to, use(GuestServer)).href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
