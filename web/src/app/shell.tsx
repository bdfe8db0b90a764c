import { Outlet } from 'react-router';
import { useText } from '../lib/i18n.tsx';
import { strings } from './strings.ts';
import { TopBar } from './top-bar.tsx';

/** The frame around every screen: a link past the bar, the bar, the screen. */
export function Shell() {
  const t = useText(strings);
  return (
    <div className="v-app">
      <a className="v-skip" href="#content">
        {t.skip}
      </a>
      <TopBar />
      <Outlet />
    </div>
  );
}
