import type { ReactNode } from 'react';
import type { HeldProcess } from '../../../../src/contracts/index.ts';
import { Icon, SealLockup } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { chatWords } from './words.ts';

interface ChatHeaderProps {
  readonly process: HeldProcess | null;
  /** The version it holds may no longer instruct. */
  readonly isRevoked: boolean;
  readonly start: ReactNode;
  readonly end: ReactNode;
}

/** Who speaks: the version the conversation holds under the seal it has now, or the plain assistant. */
export function ChatHeader({ process, isRevoked, start, end }: ChatHeaderProps) {
  const t = useText(chatWords);
  return (
    <header className="v-chat__head">
      {start}
      <div className="v-chat__who">
        {process === null || process.digest === '' ? (
          <span className="v-seal v-seal--lockup">
            <span className="v-chat__plain" aria-hidden="true">
              <Icon name="chat" />
            </span>
            <span className="v-seal__text">
              <span className="v-seal__name">{t.assistant}</span>
              {t.assistantHint}
            </span>
          </span>
        ) : (
          <SealLockup
            state={isRevoked ? 'revoked' : 'approved'}
            digest={process.digest}
            name={process.name}
          />
        )}
      </div>
      {end}
    </header>
  );
}
