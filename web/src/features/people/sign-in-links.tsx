import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PersonView, SignInLink } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Button,
  Dialog,
  ErrorLine,
  Loaded,
  Table,
  Time,
  useToast,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { accountApi, peopleApi, peopleQueries, usePeopleChange } from './people-queries.ts';
import { signInLinkWords } from './sign-in-link-words.ts';

/** The accounts elsewhere that somebody enters with, for administrators. */
export function SignInLinksDialog(props: { person: PersonView; onClose: () => void }) {
  const { person, onClose } = props;
  const t = useText(signInLinkWords);
  const links = useQuery({ ...peopleQueries.signInLinks(person.id), refetchOnMount: 'always' });
  const end = usePeopleChange((provider: string) => peopleApi.endLink(person.id, provider));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.titleOf(person.name)}
      description={t.hint}
      actions={<Button onPress={onClose}>{t.close}</Button>}
    >
      <Loaded query={links}>
        {(data) => (
          <>
            <LinkTable links={data} isPending={end.isPending} onEnd={end.mutate} />
            {data.some(({ isOnlyWay }) => isOnlyWay) && <p className="v-caption">{t.onlyHint}</p>}
          </>
        )}
      </Loaded>
      {end.error !== null && <ErrorLine error={end.error} />}
    </Dialog>
  );
}

/** One's own accounts elsewhere; nothing where there is none. */
export function OwnSignInLinks() {
  const t = useText(signInLinkWords);
  const toast = useToast();
  const client = useQueryClient();
  const links = useQuery({ ...peopleQueries.ownSignInLinks(), refetchOnMount: 'always' });
  const end = useMutation({
    mutationFn: accountApi.endLink,
    onSuccess: () => {
      toast(t.unlinked);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['me', 'sign-in-links'] }),
  });
  if (links.data?.length === 0) return null;
  return (
    <section className="v-people" aria-labelledby="own-sign-in-links">
      <h2 className="v-h" id="own-sign-in-links">
        {t.own}
      </h2>
      <Loaded query={links}>
        {(data) => (
          <>
            <LinkTable links={data} isPending={end.isPending} keepsOnlyWay onEnd={end.mutate} />
            {data.some(({ isOnlyWay }) => isOnlyWay) && (
              <p className="v-caption">{t.ownOnlyHint}</p>
            )}
          </>
        )}
      </Loaded>
      {end.error !== null && <ErrorLine error={end.error} />}
    </section>
  );
}

function LinkTable(props: {
  links: readonly SignInLink[];
  isPending: boolean;
  /** Nobody takes the only way in from themselves. */
  keepsOnlyWay?: boolean;
  onEnd: (provider: string) => void;
}) {
  const t = useText(signInLinkWords);
  const { links, isPending, keepsOnlyWay = false, onEnd } = props;
  if (links.length === 0) return <p className="v-muted">{t.none}</p>;
  return (
    <Table
      label={t.entry}
      rows={links}
      rowKey={({ provider }) => provider}
      columns={[
        {
          id: 'provider',
          label: t.provider,
          cell: ({ name, isOnlyWay }) => (
            <span className="v-acts">
              <span className="v-wrap">{name}</span>
              {isOnlyWay && <Badge tone="warn">{t.only}</Badge>}
            </span>
          ),
        },
        { id: 'since', label: t.since, cell: ({ linkedAtMs }) => <Time atMs={linkedAtMs} /> },
        {
          id: 'actions',
          label: t.actions,
          cell: ({ provider, name, isOnlyWay }) =>
            keepsOnlyWay && isOnlyWay ? null : (
              <Button
                size="sm"
                aria-label={t.unlinkOf(name)}
                isPending={isPending}
                onPress={() => {
                  onEnd(provider);
                }}
              >
                {t.unlink}
              </Button>
            ),
        },
      ]}
    />
  );
}
