import type { ReactNode } from 'react';

/** The drawings, on a 20-unit grid with a 1.5 stroke. One file, so that they keep looking like one hand. */
export const ICON_PATHS = {
  alert: (
    <>
      <path d="M10 3.25 17.25 16H2.75z" />
      <path d="M10 8v3.75M10 13.75v.01" />
    </>
  ),
  'arrow-r': (
    <>
      <path d="M4 10h12m-4.5-4.5L16 10l-4.5 4.5" />
    </>
  ),
  attach: (
    <>
      <path d="m15.5 9.25-5.6 5.6a3.4 3.4 0 0 1-4.8-4.8l6-6a2.3 2.3 0 0 1 3.2 3.2l-5.8 5.8a1.15 1.15 0 0 1-1.6-1.6l5-5" />
    </>
  ),
  bad: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m7.5 7.5 5 5m0-5-5 5" />
    </>
  ),
  chart: (
    <>
      <path d="M3.5 3.5v13h13" />
      <path d="M7 13v-2.5m3.5 2.5V6.5M14 13V9" />
    </>
  ),
  chat: (
    <>
      <path d="M3.25 4h13.5v9.5H9.25l-3.5 3v-3h-2.5z" />
    </>
  ),
  check: (
    <>
      <path d="m4.5 10.5 3.75 3.75 7.5-8.5" />
    </>
  ),
  'chev-u': (
    <>
      <path d="m5 12 5-5 5 5" />
    </>
  ),
  'chev-d': (
    <>
      <path d="m5 8 5 5 5-5" />
    </>
  ),
  'chev-l': (
    <>
      <path d="m12 5-5 5 5 5" />
    </>
  ),
  'chev-r': (
    <>
      <path d="m8 5 5 5-5 5" />
    </>
  ),
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4.25l2.75 1.5" />
    </>
  ),
  close: (
    <>
      <path d="m5.5 5.5 9 9m0-9-9 9" />
    </>
  ),
  copy: (
    <>
      <rect x="7" y="7" width="9.5" height="9.5" rx="1" />
      <path d="M13 7V3.5H3.5V13H7" />
    </>
  ),
  desktop: (
    <>
      <rect x="2.75" y="4" width="14.5" height="9.5" rx="1" />
      <path d="M7.25 16.5h5.5" />
    </>
  ),
  dock: (
    <>
      <rect x="3" y="4" width="14" height="12" rx="1" />
      <path d="M12 4v12" />
    </>
  ),
  'dock-close': (
    <>
      <rect x="3" y="4" width="14" height="12" rx="1" />
      <path d="M12 4v12M6 8l2 2-2 2" />
    </>
  ),
  draft: (
    <>
      <path d="M5.25 2.75h6.5l3 3v11.5h-9.5z" strokeDasharray="2.4 2.1" />
    </>
  ),
  eye: (
    <>
      <path d="M2.75 10S5.25 5 10 5s7.25 5 7.25 5S14.75 15 10 15s-7.25-5-7.25-5z" />
      <circle cx="10" cy="10" r="2.25" />
    </>
  ),
  'eye-off': (
    <>
      <path d="M4.6 6.9A13 13 0 0 0 2.75 10S5.25 15 10 15c1 0 1.9-.2 2.7-.55M8 5.25A7 7 0 0 1 10 5c4.75 0 7.25 5 7.25 5a13 13 0 0 1-2 2.75M3.5 3.5l13 13" />
    </>
  ),
  filter: (
    <>
      <path d="M3.5 5.5h13M6 10h8m-5 4.5h2" />
    </>
  ),
  flag: (
    <>
      <path d="M5 17V3.5h9.5l-2 3.5 2 3.5H5" />
    </>
  ),
  float: (
    <>
      <path d="M5.5 14.5H3v-10h14V8" />
      <rect x="8.5" y="10.5" width="8.5" height="5.75" rx="1" />
    </>
  ),
  globe: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M3 10h14M10 3c2.2 2 3.2 4.4 3.2 7s-1 5-3.2 7c-2.2-2-3.2-4.4-3.2-7S7.8 5 10 3z" />
    </>
  ),
  history: (
    <>
      <path d="M3.75 10.25a6.25 6.25 0 1 0 1.9-4.7" />
      <path d="M3.5 3.5v3.25h3.25" />
      <path d="M10 6.75v3.5l2.5 1.5" />
    </>
  ),
  inbox: (
    <>
      <path d="M3.25 11.5 5.5 4h9l2.25 7.5v4.75H3.25z" />
      <path d="M3.25 11.5h4a2.75 2.75 0 0 0 5.5 0h4" />
    </>
  ),
  info: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 9.25V13.5M10 6.75v.01" />
    </>
  ),
  keep: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M7 8.25h6M7 11.75h6" />
    </>
  ),
  key: (
    <>
      <circle cx="6.75" cy="13.25" r="3" />
      <path d="m9 11 7-7m-2.75 2.75 2 2M11 9l1.75 1.75" />
    </>
  ),
  lock: (
    <>
      <rect x="4.75" y="9" width="10.5" height="7.5" rx="1" />
      <path d="M7 9V6.5a3 3 0 0 1 6 0V9" />
    </>
  ),
  menu: (
    <>
      <path d="M3.5 6h13M3.5 10h13M3.5 14h13" />
    </>
  ),
  minus: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M7 10h6" />
    </>
  ),
  model: (
    <>
      <rect x="5.5" y="5.5" width="9" height="9" rx="1" />
      <path d="M8 2.75V5.5m4-2.75V5.5m-4 9v2.75m4-2.75v2.75M2.75 8H5.5m-2.75 4H5.5m9-4h2.75m-2.75 4h2.75" />
    </>
  ),
  moon: (
    <>
      <path d="M16.5 11.75A7 7 0 0 1 8.25 3.5a7 7 0 1 0 8.25 8.25z" />
    </>
  ),
  more: (
    <>
      <path d="M4.75 10h.01M10 10h.01M15.25 10h.01" strokeWidth="2" />
    </>
  ),
  nut: (
    <>
      <path d="M10 2.75 16.25 6.4v7.2L10 17.25 3.75 13.6V6.4z" />
      <circle cx="10" cy="10" r="2.5" />
    </>
  ),
  offline: (
    <>
      <path d="M3 8a10 10 0 0 1 4-2.35M17 8a10 10 0 0 0-6-2.7M5.75 11a6 6 0 0 1 2.5-1.4M10 14.75v.01M3.5 3.5l13 13" />
    </>
  ),
  ok: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m6.75 10.25 2.25 2.25 4.25-4.75" />
    </>
  ),
  page: (
    <>
      <path d="M5.25 2.75h6.5l3 3v11.5h-9.5z" />
      <path d="M11.5 2.75V6h3.25" />
    </>
  ),
  phone: (
    <>
      <rect x="6" y="2.75" width="8" height="14.5" rx="1" />
      <path d="M9.25 15h1.5" />
    </>
  ),
  play: (
    <>
      <path d="M6.5 4.25v11.5l9-5.75z" />
    </>
  ),
  plus: (
    <>
      <path d="M10 4.5v11M4.5 10h11" />
    </>
  ),
  popout: (
    <>
      <path d="M12 3.5h4.5V8M16.5 3.5 9.5 10.5" />
      <path d="M14.5 11.5v4.75H3.75V5.5H8.5" />
    </>
  ),
  reference: (
    <>
      <path d="M6.5 3.5H3.75v13H6.5m7-13h2.75v13H13.5" />
      <path d="M7.25 8.25h5.5m-5.5 3.5h3.5" />
    </>
  ),
  search: (
    <>
      <circle cx="9" cy="9" r="5.25" />
      <path d="m13 13 3.75 3.75" />
    </>
  ),
  send: (
    <>
      <path d="M10 16V4.5M5.5 9 10 4.5 14.5 9" />
    </>
  ),
  server: (
    <>
      <rect x="3" y="4" width="14" height="5" rx="1" />
      <rect x="3" y="11" width="14" height="5" rx="1" />
      <path d="M6 6.5h.01M6 13.5h.01" />
    </>
  ),
  shield: (
    <>
      <path d="M10 2.75 15.75 5v4.75c0 3.6-2.25 6-5.75 7.5-3.5-1.5-5.75-3.9-5.75-7.5V5z" />
    </>
  ),
  'sign-out': (
    <>
      <path d="M8.5 3.5H4v13h4.5M12.5 6.5 16 10l-3.5 3.5M16 10H7.5" />
    </>
  ),
  skills: (
    <>
      <path d="M8.5 16.5H4.25v-13h11v4.25" />
      <path d="M7.25 7h5M7.25 10h2.5" />
      <circle cx="13.75" cy="13.5" r="3.25" />
    </>
  ),
  skip: (
    <>
      <path d="m4.75 5 7 5-7 5z" />
      <path d="M15.25 5v10" />
    </>
  ),
  sliders: (
    <>
      <path d="M3.5 6.5H11m4 0h1.5M3.5 13.5H5m4 0h7.5" />
      <circle cx="13" cy="6.5" r="2" />
      <circle cx="7" cy="13.5" r="2" />
    </>
  ),
  snippet: (
    <>
      <path d="M8.25 5.5C5.9 6.4 4.5 8.2 4.5 11v3.5h4V11h-2M16 5.5c-2.35.9-3.75 2.7-3.75 5.5v3.5h4V11h-2" />
    </>
  ),
  sun: (
    <>
      <circle cx="10" cy="10" r="3.25" />
      <path d="M10 2.75v1.5m0 11.5v1.5M2.75 10h1.5m11.5 0h1.5M4.9 4.9l1 1m8.2 8.2 1 1m0-10.2-1 1m-8.2 8.2-1 1" />
    </>
  ),
  tablet: (
    <>
      <rect x="4.75" y="3" width="10.5" height="14" rx="1" />
      <path d="M9.25 14.75h1.5" />
    </>
  ),
  test: (
    <>
      <path d="M8 3.25v5L4.25 15a1 1 0 0 0 .9 1.5h9.7a1 1 0 0 0 .9-1.5L12 8.25v-5M6.75 3.25h6.5M6.75 12h6.5" />
    </>
  ),
  tool: (
    <>
      <path d="M12.1 3.2a4.1 4.1 0 0 0-3.5 5.6L3.7 13.7a1.45 1.45 0 0 0 0 2.05l.55.55a1.45 1.45 0 0 0 2.05 0l4.9-4.9a4.1 4.1 0 0 0 5.5-4.7l-2.4 2.2-2.3-.7-.7-2.3z" />
    </>
  ),
  undo: (
    <>
      <path d="M4 7.5h8.25a4.25 4.25 0 0 1 0 8.5H8M7 4.25 3.75 7.5 7 10.75" />
    </>
  ),
  user: (
    <>
      <circle cx="10" cy="7" r="3" />
      <path d="M4.25 16.5a5.75 5.75 0 0 1 11.5 0" />
    </>
  ),
  users: (
    <>
      <circle cx="7.5" cy="7" r="2.75" />
      <path d="M2.5 16a5 5 0 0 1 10 0M12.5 4.6a2.75 2.75 0 0 1 0 4.8M14.25 11.5A5 5 0 0 1 17.5 16" />
    </>
  ),
  variant: (
    <>
      <path d="M15.6 7.4A6.25 6.25 0 1 0 16.25 11" />
      <path d="M16 3.5v4h-4" />
    </>
  ),
} satisfies Record<string, ReactNode>;
