import type { CatalogueEntry } from '../../../../src/contracts/index.ts';
import {
  ButtonLink,
  Digest,
  EmptyState,
  ErrorState,
  Loading,
  SealMark,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useMe } from '../../lib/queries.ts';
import { chatWords } from './words.ts';

interface EmptyConversationProps {
  /** `null` while it is being read. */
  readonly catalogue: readonly CatalogueEntry[] | null;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly isBusy: boolean;
  readonly onStart: (skillUid: number) => void;
}

/** Nothing was said yet: what one can start here, or why there is nothing to start. */
export function EmptyConversation(props: EmptyConversationProps) {
  const { catalogue, error, onRetry, isBusy, onStart } = props;
  const t = useText(chatWords);
  if (error !== null && catalogue === null)
    return <ErrorState error={error} title={t.menu.failed} onRetry={onRetry} />;
  if (catalogue === null) return <Loading lines={4} label={t.menu.loading} />;
  const processes = catalogue.filter(({ process, instruction }) => process && instruction);
  if (processes.length === 0) return <NothingToStart />;
  return (
    <div className="v-chat__empty">
      <h3 className="v-title v-chat__ask">{t.empty.title}</h3>
      <p className="v-muted">{t.empty.lead}</p>
      <ul className="v-starts">
        {processes.map((entry) => (
          <li key={entry.uid}>
            <button
              type="button"
              className="v-start"
              disabled={isBusy}
              onClick={() => {
                onStart(entry.uid);
              }}
            >
              <SealMark state="approved" />
              <span className="v-start__text">
                <b>{entry.name}</b>
                <span>{entry.description}</span>
                {entry.fitsLanguage === false && (
                  <span className="v-start__misfit">{t.menu.otherLanguage}</span>
                )}
                {entry.openPoints > 0 && (
                  <span className="v-start__open">{t.empty.openPoints(entry.openPoints)}</span>
                )}
              </span>
              {entry.digest !== null && <Digest value={entry.digest} />}
            </button>
          </li>
        ))}
      </ul>
      <p className="v-caption">{t.empty.orWrite}</p>
    </div>
  );
}

/** Nothing approved yet: who can change that, and for those who can, the way there. */
export function NothingToStart() {
  const t = useText(chatWords);
  const { isAdministrator } = useMe();
  return (
    <EmptyState
      icon="skills"
      title={t.empty.none}
      {...(isAdministrator
        ? { action: <ButtonLink to="/administration/skills">{t.empty.approveLink}</ButtonLink> }
        : {})}
    >
      {t.empty.noneWhy}
    </EmptyState>
  );
}
