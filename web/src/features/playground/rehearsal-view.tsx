import type { Rehearsal } from '../../../../src/contracts/index.ts';
import { Digest, Note, ToolName } from '../../components/index.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { noticeText } from '../chat/notice-words.ts';
import { playgroundWords } from './words.ts';

/** The first request of a run, word for word. */
export function RehearsalView({ rehearsal }: { rehearsal: Rehearsal }) {
  const t = useText(playgroundWords);
  const { locale } = useLocale();
  const number = (value: number | null) =>
    value === null ? t.byProvider : formatNumber(locale, value);
  return (
    <section className="v-section v-part" aria-label={t.rehearsal}>
      <h2 className="v-h">{t.rehearsal}</h2>
      <p className="v-muted">{t.nothingSent}</p>
      {!rehearsal.fits && <Note icon="alert">{t.doesNotFit}</Note>}
      {rehearsal.notices.map((notice, index) => (
        <Note key={index} icon="info">
          {noticeText(notice, locale)}
        </Note>
      ))}
      <dl className="v-facts">
        <Fact label={t.model} value={rehearsal.model} />
        <Fact
          label={t.size}
          value={t.sizeOf(number(rehearsal.estimatedTokens), number(rehearsal.budgetTokens))}
        />
        <Fact label={t.temperature} value={number(rehearsal.temperature)} />
        <Fact label={t.output} value={number(rehearsal.maxOutputTokens)} />
        <Fact label={t.roundsShown} value={number(rehearsal.maxIterations)} />
      </dl>
      {rehearsal.pins.length > 0 && (
        <>
          <h3 className="v-group__title">{t.instructions}</h3>
          <ul className="v-items">
            {rehearsal.pins.map(({ skillUid, name, digest }) => (
              <li key={skillUid}>
                {name} <Digest value={digest} />
              </li>
            ))}
          </ul>
        </>
      )}
      {rehearsal.messages.map(({ role, content }, index) => (
        <div key={index}>
          <h3 className="v-group__title">{t.roles[role]}</h3>
          <pre className="v-playground__text" tabIndex={0} aria-label={t.roles[role]}>
            {content}
          </pre>
        </div>
      ))}
      <h3 className="v-group__title">{t.offered}</h3>
      {rehearsal.tools.length === 0 ? (
        <p className="v-muted">{t.noTools}</p>
      ) : (
        <ul className="v-items">
          {rehearsal.tools.map(({ name, description, parameters }) => (
            <li key={name}>
              <ToolName name={name} /> <span className="v-muted">{description}</span>
              <details>
                <summary className="v-link">{t.schema(name)}</summary>
                <pre className="v-playground__text" tabIndex={0} aria-label={t.schema(name)}>
                  {JSON.stringify(parameters, null, 2)}
                </pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
