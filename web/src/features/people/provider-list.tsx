import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GroupView, SignInProviderView } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Button,
  EmptyState,
  ErrorLine,
  Loaded,
  Note,
  RemovalDialog,
  State,
  useCopy,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { peopleApi, peopleQueries, usePeopleChange } from './people-queries.ts';
import { ProviderDialog } from './provider-dialog.tsx';
import { providerWords } from './provider-words.ts';

/** Where people have accounts they sign in with. */
export function ProviderList({ groups }: { groups: readonly GroupView[] }) {
  const providers = useQuery({ ...peopleQueries.providers(), refetchOnMount: 'always' });
  return (
    <Loaded query={providers}>{(data) => <Providers providers={data} groups={groups} />}</Loaded>
  );
}

function Providers(props: {
  providers: readonly SignInProviderView[];
  groups: readonly GroupView[];
}) {
  const { providers, groups } = props;
  const t = useText(providerWords);
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button
      icon="plus"
      onPress={() => {
        setAdding(true);
      }}
    >
      {t.add}
    </Button>
  );
  return (
    <div className="v-people">
      {providers.length === 0 ? (
        <EmptyState icon="key" title={t.none} action={add}>
          {t.lead}
        </EmptyState>
      ) : (
        <>
          <p className="v-muted">{t.lead}</p>
          <Note>{t.factor}</Note>
          <div>{add}</div>
          <ul className="v-cards">
            {providers.map((provider) => (
              <ProviderCard key={provider.id} provider={provider} groups={groups} />
            ))}
          </ul>
        </>
      )}
      {isAdding && (
        <ProviderDialog
          provider={null}
          groups={groups}
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
    </div>
  );
}

function ProviderCard(props: { provider: SignInProviderView; groups: readonly GroupView[] }) {
  const { provider, groups } = props;
  const { id, name, isActive } = provider;
  const t = useText(providerWords);
  const test = useMutation({ mutationFn: () => peopleApi.testProvider(id) });
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const close = () => {
    setOpen(null);
  };
  const titleId = `provider-${id}`;
  return (
    <li>
      <article className="v-card" aria-labelledby={titleId}>
        <div className="v-card__head">
          <h2 className="v-h v-wrap" id={titleId}>
            {name}
          </h2>
          {!isActive && <Badge tone="draft">{t.off}</Badge>}
          <div className="v-acts">
            <Button
              size="sm"
              aria-label={t.testOf(name)}
              isPending={test.isPending}
              onPress={() => {
                test.mutate();
              }}
            >
              {t.test}
            </Button>
            {(['edit', 'remove'] as const).map((kind) => (
              <Button
                key={kind}
                size="sm"
                aria-label={kind === 'edit' ? t.editOf(name) : t.removeOf(name)}
                onPress={() => {
                  setOpen(kind);
                }}
              >
                {t[kind]}
              </Button>
            ))}
          </div>
        </div>
        <div className="v-card__body v-people">
          <Facts provider={provider} />
          {test.data !== undefined && (
            <div role="status">
              {test.data.ok ? (
                <>
                  <State tone="ok" icon="ok">
                    {t.works}
                  </State>
                  {test.data.mayLinkNobody && <Note tone="warn">{t.unsaid}</Note>}
                </>
              ) : (
                <Note tone="warn">
                  <span className="v-wrap">{test.data.message}</span>
                </Note>
              )}
            </div>
          )}
          {test.error !== null && <ErrorLine error={test.error} />}
        </div>
      </article>
      {open === 'edit' && (
        <ProviderDialog
          provider={provider}
          groups={groups}
          onClose={close}
          // It was about the settings before.
          onSaved={test.reset}
        />
      )}
      {open === 'remove' && <RemoveDialog provider={provider} onClose={close} />}
    </li>
  );
}

function Facts({ provider }: { provider: SignInProviderView }) {
  const t = useText(providerWords);
  const copy = useCopy();
  const { name, issuer, redirectUrl, secret, emailDomains, admitsUnknown, people } = provider;
  const who = [
    admitsUnknown ? t.everybody : t.known,
    ...(emailDomains.length === 0 ? [] : [t.of(emailDomains.join(', '))]),
  ].join(' ');
  return (
    <dl className="v-people__facts">
      <dt>{t.facts.issuer}</dt>
      <dd className="v-mono v-wrap">{issuer}</dd>
      <dt>{t.facts.redirect}</dt>
      <dd>
        <code className="v-mono v-wrap">{redirectUrl}</code>{' '}
        <Button
          size="sm"
          icon="copy"
          aria-label={t.copyOf(name)}
          onPress={() => void copy(redirectUrl, t.copied)}
        >
          {t.copy}
        </Button>
      </dd>
      <dt>{t.facts.secret}</dt>
      <dd>{t.secrets[secret]}</dd>
      <dt>{t.facts.who}</dt>
      <dd>{who}</dd>
      <dt>{t.facts.people}</dt>
      <dd>{t.count(people)}</dd>
    </dl>
  );
}

function RemoveDialog(props: { provider: SignInProviderView; onClose: () => void }) {
  const { provider, onClose } = props;
  const t = useText(providerWords);
  const remove = usePeopleChange(() => peopleApi.removeProvider(provider.id), onClose);
  return (
    <RemovalDialog words={t} name={provider.name} removal={remove} onClose={onClose}>
      {t.removeHint(provider.people)}
    </RemovalDialog>
  );
}
