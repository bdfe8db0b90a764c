import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SkillReview } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Button,
  ComboBox,
  Dialog,
  ErrorLine,
  Icon,
  Loading,
  Note,
  Stamp,
} from '../../components/index.ts';
import { hasCode } from '../../lib/api-error.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { allPages } from '../../lib/page-tree.ts';
import { queries } from '../../lib/queries.ts';
import { trialPage } from './model/trial-page.ts';
import { TrialResults } from './trial-results.tsx';
import { trialWords } from './trial-words.ts';
import { useTrial } from './use-trial.ts';

interface TryProps {
  readonly review: SkillReview;
  /** The version on the screen; the server tries exactly it or nothing. */
  readonly digest: string;
}

/** Lets an administrator see what a version would do before deciding about it (WEB-04). */
export function TryOnPage({ review, digest }: TryProps) {
  const t = useText(trialWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        wide
        onPress={() => {
          setOpen(true);
        }}
      >
        <Icon name="play" size="sm" />
        {t.open}
      </Button>
      <p className="v-caption">{t.openHint}</p>
      {isOpen && (
        <TryDialog
          review={review}
          digest={digest}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function TryDialog({ review, digest, onClose }: TryProps & { readonly onClose: () => void }) {
  const t = useText(trialWords);
  const { locale } = useLocale();
  const client = useQueryClient();
  const { uid, name } = review.skill;
  const site = useQuery(queries.site());
  const trial = useTrial(uid);
  const [chosen, choose] = useState<string | null>(null);
  const pages = allPages(site.data?.roots ?? []);
  const page =
    pages.find((node) => String(node.uid) === chosen) ?? trialPage(pages, review.skill, locale);
  const isMoved = hasCode(trial.error, 'skill_changed');
  const isRunning = trial.state === 'running';
  const close = () => {
    trial.stop();
    // The trial is a line of the audit trail by now; a text that moved is shown anew.
    void client.invalidateQueries({ queryKey: ['audit'] });
    if (isMoved) void client.invalidateQueries(queries.skillReview(uid));
    onClose();
  };
  return (
    <Dialog
      kind="alert"
      isOpen
      width={52}
      onClose={close}
      title={t.title(name)}
      mark={<Stamp state="not_approved" digest={digest} size="sm" />}
      description={
        <>
          <Badge tone="info" icon="info">
            {t.badge}
          </Badge>{' '}
          {t.lead}
        </>
      }
      actions={
        <>
          <Button onPress={close}>{t.close}</Button>
          {isRunning ? (
            <Button variant="danger" onPress={trial.stop}>
              {t.stop}
            </Button>
          ) : (
            <Button
              variant="primary"
              isDisabled={page === undefined || isMoved}
              onPress={() => {
                if (page !== undefined) trial.start({ digest, page: page.uid, locale });
              }}
            >
              {trial.state === 'idle' ? t.start : t.again}
            </Button>
          )}
        </>
      }
    >
      {site.isPending ? (
        <Loading lines={2} />
      ) : page === undefined ? (
        <Note>{t.noPages}</Note>
      ) : (
        <ComboBox
          label={t.page}
          value={String(page.uid)}
          onChange={choose}
          isDisabled={isRunning}
          options={pages.map((node) => ({
            id: String(node.uid),
            label: node.title,
            extra: languageName(locale, node.language),
          }))}
        />
      )}
      {site.error !== null && <ErrorLine error={site.error} />}
      {isMoved ? (
        <div role="alert">
          <Note tone="warn">{t.moved}</Note>
        </div>
      ) : (
        trial.error !== null && <ErrorLine error={trial.error} />
      )}
      {trial.state !== 'idle' && trial.error === null && (
        <TrialResults view={trial.view} isRunning={isRunning} />
      )}
    </Dialog>
  );
}
