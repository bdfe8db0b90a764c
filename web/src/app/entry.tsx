import { Outlet } from 'react-router';
import { EntryBar } from './entry-bar.tsx';

/** The frame of what comes before the first page: signing in, setting up, the first run. */
export function Entry() {
  return (
    <div className="v-app">
      <EntryBar />
      <Outlet />
    </div>
  );
}
