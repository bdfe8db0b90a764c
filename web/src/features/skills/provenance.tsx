import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { withVisibleCharacters } from '../../../../src/contracts/index.ts';
import type { SkillOrigin, SkillReview, SkillSummary } from '../../../../src/contracts/index.ts';
import { shortDigest } from '../../lib/digest.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { safeLink } from '../../lib/safe-link.ts';
import { CopyValue, Fingerprint } from './copy-value.tsx';
import type { ShownVersion } from './model/shown-version.ts';
import { commitPage } from './model/sync-summary.ts';
import { Outside } from './source-card.tsx';
import { sourceWords } from './source-words.ts';
import { skillWords } from './words.ts';

interface ProvenanceProps {
  readonly review: SkillReview;
  readonly shown: ShownVersion;
}

/** Where the text comes from: its source and how far that is trusted, the file at its commit, and the digest. */
export function Provenance({ review, shown }: ProvenanceProps) {
  const t = useText(skillWords);
  const { source, identifier } = review.skill;
  const isTooLow = review.reasons.includes('below_threshold');
  const hex = shown.digest.slice(shown.digest.indexOf(':') + 1);
  // The file is that of the text the record holds now; where an earlier version was read is not kept.
  const origin = shown.isCurrent ? (review.origin ?? null) : null;
  return (
    <section className="v-decide__part" aria-labelledby="provenance">
      <h2 className="v-h" id="provenance">
        {t.provenance}
      </h2>
      <dl className="v-facts">
        <dt>{t.source}</dt>
        <dd>
          <Link to="/administration/sources">{source.title}</Link>, {t.sourceType[source.type]}
        </dd>
        <dt>{t.trust}</dt>
        <dd>
          {t.trustLevel[source.trustLevel]}{' '}
          <span className={isTooLow ? 'v-warn-text' : 'v-subtle'}>
            · {isTooLow ? t.trustLow : t.trustEnough}
          </span>
        </dd>
        {origin === null ? (
          <>
            <dt>{t.identifier}</dt>
            <dd className="v-mono">/{identifier}</dd>
          </>
        ) : (
          <File origin={origin} source={source} />
        )}
        <dt>{t.digest}</dt>
        <dd>
          <CopyValue
            value={shown.digest}
            shown={`${shortDigest(shown.digest)}…${hex.slice(-4)}`}
            label={t.copyDigest}
            done={t.copied}
          />
        </dd>
      </dl>
    </section>
  );
}

function File({ origin, source }: { origin: SkillOrigin; source: SkillSummary['source'] }) {
  const t = useText(sourceWords);
  const { data } = useQuery(queries.skillSources());
  const remote = data?.find(({ uid }) => uid === source.uid)?.remote ?? null;
  const ref = remote?.ref ?? null;
  const computed = remote?.sync.computedFingerprint ?? null;
  return (
    <>
      <dt>{t.file}</dt>
      <dd className="v-mono">
        <Outside href={safeLink(origin.url)}>{withVisibleCharacters(origin.path)}</Outside>
      </dd>
      <dt>{t.commitLabel}</dt>
      <dd>
        <Outside href={commitPage(`https://github.com/${origin.repository}`, origin.commit)}>
          <span className="v-mono">{origin.commit.slice(0, 7)}</span>
        </Outside>{' '}
        <span className="v-subtle">
          {[
            ...(ref === null ? [] : [t.at(ref)]),
            // A marketplace reads from many repositories.
            ...(origin.repository === source.title ? [] : [t.of(origin.repository)]),
          ].join(', ')}
        </span>
      </dd>
      {computed !== null && (
        <>
          <dt>{t.computed}</dt>
          <dd>
            <Fingerprint value={computed} label={t.copyFingerprint} done={t.copied} />{' '}
            <span className="v-subtle">{t.ofWholeSource}</span>
          </dd>
        </>
      )}
    </>
  );
}
