import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SkillSummary } from '../../../../src/contracts/index.ts';
import {
  Button,
  ErrorLine,
  Loading,
  Note,
  RadioList,
  Rich,
  TextButton,
} from '../../components/index.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import { suggestedPages } from './choices.ts';
import { strings } from './strings.ts';

/** A few pages to begin with. Opening one starts the approved process beside it. */
export function PageChoice(props: { process: SkillSummary | null; isApproved: boolean }) {
  const { process, isApproved } = props;
  const t = useText(strings);
  const { locale } = useLocale();
  const navigate = useNavigate();
  const { model } = useMe();
  const site = useQuery(queries.site());
  const [chosen, choose] = useState<number | null>(null);
  const [showsAll, showAll] = useState(false);
  if (site.isPending) return <Loading />;
  if (site.data === undefined) return <ErrorLine error={site.error} />;
  const all = suggestedPages(site.data.roots, process, Infinity);
  const few = suggestedPages(site.data.roots, process);
  const pages = showsAll ? all : few;
  const page = pages.find(({ uid }) => uid === chosen) ?? pages[0] ?? null;
  const { pageCount, leftOut } = site.data;
  return (
    <>
      <p className="v-muted">
        {t.found(pageCount)}
        {leftOut.length > 0 && `, ${t.leftOut(leftOut.length)}`}.{' '}
        {page === null ? t.noPages : t.where}
      </p>
      {page !== null && (
        <RadioList
          label={t.page}
          options={pages.map(({ uid, title, language }) => ({
            id: uid,
            label: title,
            extra: languageName(locale, language),
          }))}
          value={page.uid}
          onChange={choose}
        />
      )}
      {all.length > few.length && (
        <TextButton
          onPress={() => {
            showAll(!showsAll);
          }}
        >
          {showsAll ? t.fewPages : t.allPages(all.length)}
        </TextButton>
      )}
      <Button
        wide
        variant={isApproved ? 'primary' : 'default'}
        isDisabled={!isApproved || page === null}
        onPress={() => {
          if (page === null || process === null) return;
          void navigate(`/pages/${String(page.uid)}`, { state: { start: process.uid } });
        }}
      >
        {t.start}
      </Button>
      <Note icon="model">
        <Rich text={model.builtIn ? t.model(model.name) : t.modelOther(model.name)} />
      </Note>
    </>
  );
}
