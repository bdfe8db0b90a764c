import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { snippetWords } from './words.ts';

interface FrameProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Beside the title. */
  readonly acts?: ReactNode;
  /** Where the way back leads. Default: the list. */
  readonly back?: string;
  readonly children: ReactNode;
}

/** Title, way back and content of what stands beside the list of snippets. */
export function Frame(props: FrameProps) {
  const { title, lead, acts, back = '/administration/snippets', children } = props;
  const t = useText(snippetWords);
  return (
    <main className="v-main v-admin__wide" id="content" tabIndex={-1}>
      <div className="v-section v-review__head">
        <div className="v-review__title">
          <Link className="v-link v-back" to={back}>
            <Icon name="chev-l" size="sm" /> {t.back}
          </Link>
          <h1 className="v-title">{title}</h1>
          {lead !== undefined && <p className="v-muted">{lead}</p>}
        </div>
        {acts}
      </div>
      {children}
    </main>
  );
}
