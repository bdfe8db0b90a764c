import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  ApiKeyView,
  NewApiKey,
  RightsOptions,
  ServiceAccountView,
} from '../../../../src/contracts/index.ts';
import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  Loaded,
  Table,
  Time,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { accountWords } from './account-words.ts';
import { AddKeyDialog, NewKeyDialog } from './key-dialogs.tsx';
import { peopleApi, peopleQueries, usePeopleChange } from './people-queries.ts';

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'key'; readonly account: ServiceAccountView }
  | { readonly kind: 'made'; readonly made: NewApiKey }
  | { readonly kind: 'revoke'; readonly account: ServiceAccountView; readonly key: ApiKeyView };

/** Programs that ask for themselves, and their keys. */
export function AccountList({ options }: { options: RightsOptions | null }) {
  const accounts = useQuery({ ...peopleQueries.accounts(), refetchOnMount: 'always' });
  return (
    <Loaded query={accounts}>{(data) => <Accounts accounts={data} options={options} />}</Loaded>
  );
}

function Accounts(props: {
  accounts: readonly ServiceAccountView[];
  options: RightsOptions | null;
}) {
  const { accounts, options } = props;
  const t = useText(accountWords);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => {
    setOpen(null);
  };
  const add = (
    <Button
      icon="plus"
      onPress={() => {
        setOpen({ kind: 'new' });
      }}
    >
      {t.add}
    </Button>
  );
  return (
    <div className="v-people">
      {accounts.length === 0 ? (
        <EmptyState icon="key" title={t.none} action={add}>
          {t.lead}
        </EmptyState>
      ) : (
        <>
          <p className="v-muted">{t.lead}</p>
          <div>{add}</div>
          <ul className="v-cards">
            {accounts.map((account) => (
              <AccountCard key={account.id} account={account} onOpen={setOpen} />
            ))}
          </ul>
        </>
      )}
      {open?.kind === 'new' && <AccountDialog account={null} options={options} onClose={close} />}
      {open?.kind === 'edit' && (
        <AccountDialog account={open.account} options={options} onClose={close} />
      )}
      {open?.kind === 'key' && (
        <AddKeyDialog
          account={open.account}
          onClose={close}
          onMade={(made) => {
            setOpen({ kind: 'made', made });
          }}
        />
      )}
      {open?.kind === 'made' && <NewKeyDialog made={open.made} onClose={close} />}
      {open?.kind === 'revoke' && (
        <RevokeDialog account={open.account} apiKey={open.key} onClose={close} />
      )}
    </div>
  );
}

function AccountCard(props: { account: ServiceAccountView; onOpen: (open: Open) => void }) {
  const { account, onOpen } = props;
  const t = useText(accountWords);
  const titleId = `account-${account.id}`;
  return (
    <li>
      <article className="v-card" aria-labelledby={titleId}>
        <div className="v-card__head">
          <h2 className="v-h v-wrap" id={titleId}>
            {account.name}
          </h2>
          {account.isDisabled && <Badge tone="draft">{t.off}</Badge>}
          <div className="v-acts">
            <Button
              size="sm"
              aria-label={t.newKeyOf(account.name)}
              onPress={() => {
                onOpen({ kind: 'key', account });
              }}
            >
              {t.newKey}
            </Button>
            <Button
              size="sm"
              aria-label={t.editOf(account.name)}
              onPress={() => {
                onOpen({ kind: 'edit', account });
              }}
            >
              {t.edit}
            </Button>
          </div>
        </div>
        <div className="v-card__body v-people">
          <p className="v-acts">
            {account.scopes.map((scope) => (
              <Badge key={scope}>{scope}</Badge>
            ))}
            {account.scopes.length === 0 && <span className="v-muted">{t.noScopes}</span>}
          </p>
          {account.keys.length === 0 ? (
            <p className="v-muted">{t.noKeys}</p>
          ) : (
            <KeyTable
              account={account}
              onRevoke={(key) => {
                onOpen({ kind: 'revoke', account, key });
              }}
            />
          )}
        </div>
      </article>
    </li>
  );
}

function KeyTable(props: { account: ServiceAccountView; onRevoke: (key: ApiKeyView) => void }) {
  const { account, onRevoke } = props;
  const t = useText(accountWords);
  return (
    <Table
      label={t.keysOf(account.name)}
      rows={account.keys}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'name',
          label: t.keyName,
          cell: ({ name }) => <span className="v-wrap">{name}</span>,
        },
        {
          id: 'prefix',
          label: t.prefix,
          cell: ({ prefix }) => <span className="v-mono">{prefix}…</span>,
        },
        {
          id: 'used',
          label: t.lastUsed,
          cell: ({ lastUsedAtMs }) =>
            lastUsedAtMs === null ? t.never : <Time atMs={lastUsedAtMs} form="relative" />,
        },
        {
          id: 'expires',
          label: t.expires,
          cell: ({ expiresAtMs }) =>
            expiresAtMs === null ? t.forGood : <Time atMs={expiresAtMs} />,
        },
        {
          id: 'state',
          label: t.state,
          cell: ({ state }) => (
            <Badge tone={state === 'good' ? 'ok' : 'draft'}>{t.states[state]}</Badge>
          ),
        },
        {
          id: 'actions',
          label: t.actions,
          cell: (key) =>
            key.state === 'revoked' ? null : (
              <Button
                size="sm"
                aria-label={t.revokeOf(key.name)}
                onPress={() => {
                  onRevoke(key);
                }}
              >
                {t.revoke}
              </Button>
            ),
        },
      ]}
    />
  );
}

function RevokeDialog(props: {
  account: ServiceAccountView;
  apiKey: ApiKeyView;
  onClose: () => void;
}) {
  const { account, apiKey, onClose } = props;
  const t = useText(accountWords);
  const revoke = usePeopleChange(() => peopleApi.revokeKey(account.id, apiKey.id), onClose);
  return (
    <ConfirmDialog
      title={t.revokeOf(apiKey.name)}
      action={t.revoke}
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => {
        revoke.mutate(undefined);
      }}
      onClose={onClose}
    >
      <p>{t.revokeHint}</p>
    </ConfirmDialog>
  );
}
