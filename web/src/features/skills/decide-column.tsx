import type { ReactNode } from 'react';
import type { SkillReview } from '../../../../src/contracts/index.ts';
import { Badge, Icon, Stamp, Time, ToolName } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { codeText, severityText } from './code-words.ts';
import type { ShownVersion } from './model/shown-version.ts';
import { quotedText } from './model/quoted-text.ts';
import { Provenance } from './provenance.tsx';
import { SkillDataClass } from './skill-data-class.tsx';
import { lineId } from './text-lines.tsx';
import { decideWords } from './decide-words.ts';

interface DecideColumnProps {
  readonly review: SkillReview;
  readonly shown: ShownVersion;
  readonly foot: ReactNode;
}

/** What a decision rests on: the seals, where the text comes from, what it may use, what the scanner points at. */
export function DecideColumn({ review, shown, foot }: DecideColumnProps) {
  const t = useText(decideWords);
  return (
    <aside className="v-decide" aria-label={t.decision}>
      <div className="v-decide__scroll">
        <Stamps shown={shown} />
        <Provenance review={review} shown={shown} />
        {shown.isCurrent && (
          <>
            <DeclaredTools review={review} />
            <Scanner review={review} />
            <Warnings review={review} />
            <SkillDataClass review={review} />
          </>
        )}
      </div>
      <footer className="v-decide__foot">{foot}</footer>
    </aside>
  );
}

function Stamps({ shown }: { shown: ShownVersion }) {
  const t = useText(decideWords);
  return (
    <section
      className={
        shown.compared === null
          ? 'v-decide__part v-decide__stamps v-decide__stamps--one'
          : 'v-decide__part v-decide__stamps'
      }
      aria-label={t.seals}
    >
      {shown.compared !== null && (
        <>
          <figure>
            <Stamp state={shown.compared.seal} digest={shown.compared.digest} />
            <figcaption>
              {shown.compared.seal === 'revoked' ? t.stampLastRevoked : t.stampLast}
            </figcaption>
          </figure>
          <Icon name="arrow-r" />
        </>
      )}
      <figure>
        <Stamp state={shown.seal} digest={shown.digest} />
        <figcaption>
          <StampCaption shown={shown} />
        </figcaption>
      </figure>
    </section>
  );
}

/** Who pressed the seal of this version, or struck it, and when. */
function StampCaption({ shown }: { shown: ShownVersion }) {
  const t = useText(decideWords);
  const { revoked, approvedAtMs: atMs, approvedBy: by } = shown;
  if (revoked !== null) {
    return (
      <>
        <Time atMs={revoked.atMs} />, {revoked.by}
      </>
    );
  }
  if (shown.compared !== null || atMs === null) return t.stampThis;
  return (
    <>
      <Time atMs={atMs} />
      {by !== null && `, ${by}`}
    </>
  );
}

function DeclaredTools({ review }: { review: SkillReview }) {
  const t = useText(decideWords);
  const { tools, version, lastApproved } = review;
  const known = tools.filter(({ exists }) => exists).length;
  const before = new Set(lastApproved?.version.allowedTools ?? []);
  return (
    <section className="v-decide__part" aria-labelledby="tools">
      <h2 className="v-h" id="tools">
        {t.tools}
        {tools.length > 0 && (
          <span className="v-caption">{t.toolsCount(known, tools.length - known)}</span>
        )}
      </h2>
      {tools.length === 0 ? (
        <p className="v-muted v-finding">
          {version.allowedTools === null ? t.toolsNone : t.toolsEmpty}
        </p>
      ) : (
        <ul className="v-tools">
          {tools.map(({ name, exists, effect }) => (
            <li key={name} {...(exists ? {} : { 'data-unknown': true })}>
              <Icon name={exists ? 'check' : 'alert'} size="sm" />
              <ToolName name={name} />
              <span className="v-caption">
                {exists
                  ? [
                      effect === null || effect === 'read_only' ? t.reads : t.writes,
                      ...(lastApproved !== null && !before.has(name) ? [t.isNew] : []),
                    ].join(', ')
                  : t.unknownTool}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Scanner({ review }: { review: SkillReview }) {
  const t = useText(decideWords);
  const { locale } = useLocale();
  const { findings } = review;
  return (
    <section className="v-decide__part" aria-labelledby="scanner">
      <h2 className="v-h" id="scanner" tabIndex={-1}>
        {t.scanner}
        {findings.length === 0 ? (
          <span className="v-caption">{t.noFindings}</span>
        ) : (
          <Badge tone="warn" icon="alert">
            {t.findings(findings.length)}
          </Badge>
        )}
      </h2>
      {findings.map((finding, index) => (
        <p className="v-finding" key={index}>
          {finding.line > 0 ? (
            <a href={`#${lineId(finding.line)}`}>{t.line(finding.line)}</a>
          ) : (
            t.inFields
          )}{' '}
          <span className="v-muted">
            {codeText('finding', finding.label, locale)} ({severityText(finding.severity, locale)}):
          </span>{' '}
          {quotedText(finding.excerpt, locale)}
        </p>
      ))}
      <p className="v-caption">{t.scannerNote}</p>
    </section>
  );
}

function Warnings({ review }: { review: SkillReview }) {
  const t = useText(decideWords);
  const { locale } = useLocale();
  const warnings = review.warnings ?? [];
  if (warnings.length === 0) return null;
  return (
    <section className="v-decide__part" aria-labelledby="warnings">
      <h2 className="v-h" id="warnings">
        {t.warnings}
      </h2>
      <ul className="v-effects">
        {warnings.map((code) => (
          <li key={code}>
            <Icon name="alert" size="sm" />
            <span>{codeText('warning', code, locale)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
