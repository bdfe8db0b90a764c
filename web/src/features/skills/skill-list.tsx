import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import type { SkillSummary } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Digest,
  EmptyState,
  Icon,
  Loaded,
  SearchField,
  SealMark,
  Segments,
  Time,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import {
  filterSkills,
  isApproved,
  listedVersions,
  needsReview,
  shortName,
  versionMark,
  type SkillFilter,
} from './model/skill-list.ts';
import { sourceWords } from './source-words.ts';
import { syncsTogether } from './model/sync-summary.ts';
import { skillWords } from './words.ts';

/** All skills with their versions: what is stored about each, at a glance. */
export function SkillList({ skills }: { skills: UseQueryResult<SkillSummary[]> }) {
  const t = useText(skillWords);
  const [filter, setFilter] = useState<SkillFilter>('all');
  const [search, setSearch] = useState('');
  const all = skills.data ?? [];
  const shown = filterSkills(all, filter, search);
  return (
    <>
      <div className="v-side__tools">
        <SearchField
          label={t.searchLabel}
          placeholder={t.search}
          value={search}
          onChange={setSearch}
        />
        <Segments<SkillFilter>
          label={t.filter}
          value={filter}
          onChange={setFilter}
          segments={[
            {
              id: 'to_review',
              label: t.toReview,
              extra: <Number value={all.filter(needsReview).length} />,
            },
            {
              id: 'approved',
              label: t.approvedFilter,
              extra: <Number value={all.filter(isApproved).length} />,
            },
            { id: 'all', label: t.all, extra: <Number value={all.length} /> },
          ]}
        />
      </div>
      <div className="v-side__scroll" tabIndex={0} role="region" aria-label={t.list}>
        <Loaded query={skills} lines={8}>
          {() =>
            shown.length === 0 && (
              <EmptyState icon="skills" title={all.length === 0 ? t.none : t.noneFiltered}>
                {all.length === 0 ? t.noneHint : ''}
              </EmptyState>
            )
          }
        </Loaded>
        <ul className="v-vlist">
          {shown.map((skill) => (
            <Skill key={skill.uid} skill={skill} />
          ))}
        </ul>
      </div>
      <SourcesFoot />
    </>
  );
}

/** How many sources there are, and how their syncs stand (design: the list of skills). */
function SourcesFoot() {
  const t = useText(sourceWords);
  const { data } = useQuery(queries.skillSources());
  if (data === undefined) return <div className="v-side__foot" />;
  const syncs = syncsTogether(data);
  return (
    <div className="v-side__foot">
      <Link to="/administration/sources">{t.count(data.length)}</Link>
      {syncs !== null && (
        <span className="v-side__sync">
          {syncs.lastAtMs !== null && (
            <>
              {t.footLast} <Time atMs={syncs.lastAtMs} />,{' '}
            </>
          )}
          {syncs.lastAtMs === null && syncs.state === 'ok'
            ? t.status.never_synced
            : t.footState[syncs.state]}
        </span>
      )}
    </div>
  );
}

function Number({ value }: { value: number }) {
  return <span className="v-num">{value}</span>;
}

function Skill({ skill }: { skill: SkillSummary }) {
  const t = useText(skillWords);
  return (
    <li className="v-vlist__skill">
      <h3>
        <Link className="v-vlist__name" to={`/administration/skills/${String(skill.uid)}`}>
          {skill.name}
        </Link>
        <span className="v-vlist__badges">
          {!skill.enabled && <Badge tone="draft">{t.disabled}</Badge>}
          {skill.orphaned && <Badge tone="warn">{t.orphaned}</Badge>}
          {skill.damaged && <Badge tone="danger">{t.damaged}</Badge>}
          {skill.process && <Badge>{t.process}</Badge>}
        </span>
      </h3>
      {listedVersions(skill).map((version) => (
        <Version key={version.digest} skill={skill} version={version} />
      ))}
    </li>
  );
}

function Version(props: { skill: SkillSummary; version: SkillSummary['versions'][number] }) {
  const { skill, version } = props;
  const t = useText(skillWords);
  const me = useMe();
  const isChosen = useIsChosen(skill, version);
  const mark = versionMark(skill, version);
  const atMs = version.revokedAtMs ?? version.approvedAtMs;
  const modifier = { approved: '', not_approved: ' v-seal--pending', revoked: ' v-seal--revoked' };
  return (
    <Link
      className={`v-version${mark === 'reference' ? '' : modifier[mark]}`}
      to={
        version.current
          ? `/administration/skills/${String(skill.uid)}`
          : `/administration/skills/${String(skill.uid)}?version=${encodeURIComponent(version.digest)}`
      }
      {...(isChosen ? { 'aria-current': true } : {})}
    >
      {mark === 'reference' ? <Icon name="reference" /> : <SealMark state={mark} />}
      <span>
        <Digest value={version.digest} />
        <small>
          {t.version[mark]}
          {atMs !== null && (
            <>
              {' '}
              <Time atMs={atMs} />
            </>
          )}
          {mark === 'approved' && version.approvedBy !== null && (
            <> {version.approvedBy === me.name ? t.byYou : t.by(shortName(version.approvedBy))}</>
          )}
        </small>
      </span>
      <VersionAside version={version} mark={mark} />
    </Link>
  );
}

function VersionAside(props: {
  version: SkillSummary['versions'][number];
  mark: ReturnType<typeof versionMark>;
}) {
  const { version, mark } = props;
  const t = useText(skillWords);
  if (version.heldByConversations > 0) {
    return (
      <b>
        <span aria-hidden="true">{t.heldBy(version.heldByConversations)}</span>
        <span className="v-sr">{t.heldByLong(version.heldByConversations)}</span>
      </b>
    );
  }
  return version.current && mark === 'not_approved' ? <b>{t.newVersion}</b> : null;
}

function useIsChosen(skill: SkillSummary, version: { digest: string; current: boolean }): boolean {
  const { uid } = useParams();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  if (uid !== String(skill.uid) || pathname.endsWith('/edit') || pathname.endsWith('/history'))
    return false;
  const digest = search.get('version');
  return digest === null ? version.current : digest === version.digest;
}
