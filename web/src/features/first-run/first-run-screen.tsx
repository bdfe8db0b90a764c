import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SkillSummary } from '../../../../src/contracts/index.ts';
import { EmptyState, ErrorState, Icon, Loading } from '../../components/index.ts';
import { formatList, languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import { currentSeal, firstLanguage, processesFor } from './choices.ts';
import { PageChoice } from './page-choice.tsx';
import { ProcessSheet } from './process-sheet.tsx';
import { strings } from './strings.ts';

/** From a fresh installation to the first tour: who you are, read and approve one process, open a page. */
export function FirstRunScreen() {
  const t = useText(strings);
  useTitle(t.read);
  const { locale } = useLocale();
  const skills = useQuery(queries.skills());
  const { data: site } = useQuery(queries.site());
  const processes = processesFor(skills.data ?? [], firstLanguage(site, locale));
  const [chosenUid, choose] = useState<number | null>(null);
  const process = processes.find(({ uid }) => uid === chosenUid) ?? processes[0] ?? null;
  const isApproved = process !== null && currentSeal(process) === 'approved';
  return (
    <main className="v-main v-firstrun" id="content">
      <div className="v-first">
        <div className="v-first__head">
          <h1 className="v-title">{isApproved ? t.titleDone : t.title}</h1>
          <p className="v-muted">{t.intro}</p>
        </div>
        <ol className="v-setup">
          <Step state="done" number={1} title={t.account}>
            <AccountFacts />
          </Step>
          <Step state={isApproved ? 'done' : 'now'} number={2} title={t.read} isSheet>
            <ProcessStep
              skills={skills}
              processes={processes}
              process={process}
              onChoose={choose}
            />
          </Step>
          <Step state={isApproved ? 'now' : 'next'} number={3} title={t.open}>
            <PageChoice process={process} isApproved={isApproved} />
          </Step>
        </ol>
      </div>
    </main>
  );
}

interface StepProps {
  state: 'done' | 'now' | 'next';
  number: number;
  title: string;
  /** A sheet fills the column; other steps are text on the desk. */
  isSheet?: boolean;
  children: ReactNode;
}

function Step({ state, number, title, isSheet = false, children }: StepProps) {
  const t = useText(strings);
  return (
    <li className="v-step" data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <h2 className="v-step__head">
        <span className="v-step__no">
          {state === 'done' ? <Icon name="check" size="sm" /> : number}
        </span>
        {title}
        {state === 'done' && <span className="v-sr">{t.done}</span>}
      </h2>
      {isSheet ? children : <div className="v-step__body">{children}</div>}
    </li>
  );
}

function AccountFacts() {
  const t = useText(strings);
  const { locale } = useLocale();
  const me = useMe();
  const { data: site } = useQuery(queries.site());
  return (
    <>
      <dl className="v-facts">
        <dt>{t.name}</dt>
        <dd>{me.name}</dd>
        <dt>{t.email}</dt>
        <dd>{me.email}</dd>
        <dt>{t.role}</dt>
        <dd>{t.administrator}</dd>
      </dl>
      <p className="v-caption">{t.linkSpent}</p>
      {site !== undefined && (
        <dl className="v-facts v-facts--next">
          <dt>{t.website}</dt>
          <dd>{site.name}</dd>
          <dt>{t.kind}</dt>
          <dd>{t.kindOf(site.profile)}</dd>
          <dt>{t.languages}</dt>
          <dd>
            {formatList(
              locale,
              site.languages.map((code) => languageName(locale, code)),
            )}
          </dd>
        </dl>
      )}
    </>
  );
}

function ProcessStep(props: {
  skills: { isPending: boolean; error: unknown; refetch: () => unknown };
  processes: readonly SkillSummary[];
  process: SkillSummary | null;
  onChoose: (uid: number) => void;
}) {
  const t = useText(strings);
  const { skills, processes, process, onChoose } = props;
  if (process !== null) {
    return <ProcessSheet processes={processes} process={process} onChoose={onChoose} />;
  }
  return (
    <div className="v-card v-step__sheet">
      {skills.isPending ? (
        <Loading lines={9} />
      ) : skills.error !== null ? (
        <ErrorState error={skills.error} onRetry={() => void skills.refetch()} />
      ) : (
        <EmptyState title={t.noProcess} icon="skills">
          {t.noProcessHint}
        </EmptyState>
      )}
    </div>
  );
}
