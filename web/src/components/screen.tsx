import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTitle } from '../lib/use-title.ts';
import { Icon } from './icon.tsx';

export interface ScreenProps {
  /** Of the screen, and of the browser's window. */
  title: string;
  /** Below the title. */
  lead?: ReactNode;
  /** Above the title: the way back to where this screen belongs. */
  back?: { readonly to: string; readonly label: string };
  /** Beside the title: what one can do here, and filters. */
  acts?: ReactNode;
  children: ReactNode;
}

/** A screen of its own: its title, and everything below it in one column. */
export function Screen({ title, lead, back, acts, children }: ScreenProps) {
  useTitle(title);
  return (
    <main className="v-main" id="content" tabIndex={-1}>
      <div className="v-page">
        <header className="v-page__head">
          <div>
            <Heading {...{ title, lead, back }} />
          </div>
          {acts}
        </header>
        {children}
      </div>
    </main>
  );
}

/** An area of the administration that takes the whole width beside its rail. */
export function AdministrationArea(props: Omit<ScreenProps, 'back'>) {
  useTitle(props.title);
  return <Administration {...props} width="full" />;
}

/** One of an area's items, or something done with it, beside the area's list; the window's title stays the area's. */
export function AdministrationDetail(props: ScreenProps) {
  return <Administration {...props} width="wide" />;
}

function Administration(props: ScreenProps & { width: 'full' | 'wide' }) {
  const { title, lead, back, acts, children, width } = props;
  return (
    <main className={`v-main v-admin__${width}`} id="content" tabIndex={-1}>
      <div className="v-section v-review__head">
        <div className="v-review__title">
          <Heading {...{ title, lead, back }} />
        </div>
        {acts}
      </div>
      {children}
    </main>
  );
}

function Heading(props: { title: string; lead: ReactNode; back: ScreenProps['back'] | undefined }) {
  const { title, lead, back } = props;
  const hasLead = lead !== undefined && lead !== false && lead !== '';
  return (
    <>
      {back !== undefined && (
        <Link className="v-link v-back" to={back.to}>
          <Icon name="chev-l" size="sm" /> {back.label}
        </Link>
      )}
      <h1 className="v-title">{title}</h1>
      {hasLead && <p className="v-muted v-lead">{lead}</p>}
    </>
  );
}
