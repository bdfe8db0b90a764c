import { useState } from 'react';
import type { PasswordLink, PeopleOverview, PersonView } from '../../../../src/contracts/index.ts';
import { Badge, Button, ConfirmDialog, ErrorLine, Menu, Table } from '../../components/index.ts';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useText } from '../../lib/i18n.tsx';
import { AccessDialog } from './access-dialog.tsx';
import { EraseDialog, ExportDialog } from './data-dialogs.tsx';
import { dataWords } from './data-words.ts';
import { factorWords } from './factor-words.ts';
import { LinkDialog } from './link-dialog.tsx';
import { peopleApi, usePeopleChange } from './people-queries.ts';
import { PersonDialog } from './person-dialog.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';
import { signInLinkWords } from './sign-in-link-words.ts';
import { SignInLinksDialog } from './sign-in-links.tsx';
import { peopleWords } from './words.ts';

/** What opens from the menu of a person. */
type Asked = 'see-as' | 'sessions' | 'links' | 'disable' | 'factor' | 'export' | 'erase';

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | Asked; readonly person: PersonView }
  | { readonly kind: 'link'; readonly name: string; readonly link: PasswordLink };

/** Everybody with an account, and what can be done about each. */
export function PersonList({ overview }: { overview: PeopleOverview }) {
  const t = useText(peopleWords);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => {
    setOpen(null);
  };
  const makeLink = usePeopleChange(
    async ({ id, name }: PersonView) => ({ name, link: await peopleApi.link(id) }),
    ({ name, link }) => {
      setOpen({ kind: 'link', name, link });
    },
  );
  const enable = usePeopleChange((person: PersonView) =>
    peopleApi.change(person.id, { isDisabled: false }),
  );
  const error = makeLink.error ?? enable.error;
  const groupName = (id: string) => overview.groups.find((group) => group.id === id)?.name ?? id;
  return (
    <div className="v-people">
      <div>
        <Button
          icon="plus"
          onPress={() => {
            setOpen({ kind: 'new' });
          }}
        >
          {t.invite}
        </Button>
      </div>
      {error !== null && <ErrorLine error={error} />}
      <Table
        label={t.people}
        rows={overview.people}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'name',
            label: t.name,
            cell: (row) => (
              <span className="v-acts">
                <span className="v-wrap">{row.name}</span>
                {row.state !== 'active' && (
                  <Badge tone={row.state === 'disabled' ? 'draft' : 'info'}>
                    {t.states[row.state]}
                  </Badge>
                )}
              </span>
            ),
          },
          {
            id: 'email',
            label: t.email,
            cell: ({ email }) => <span className="v-wrap">{email}</span>,
          },
          {
            id: 'role',
            label: t.role,
            cell: ({ isAdministrator }) => (isAdministrator ? t.administrator : t.editor),
          },
          {
            id: 'groups',
            label: t.memberOf,
            cell: ({ groupIds }) => (
              <span className="v-wrap">{groupIds.map(groupName).join(', ') || '–'}</span>
            ),
          },
          {
            id: 'actions',
            label: t.actions,
            cell: (row) => (
              <span className="v-acts">
                <Button
                  size="sm"
                  aria-label={t.editOf(row.name)}
                  onPress={() => {
                    setOpen({ kind: 'edit', person: row });
                  }}
                >
                  {t.edit}
                </Button>
                <PersonMenu
                  person={row}
                  onOpen={(kind) => {
                    setOpen({ kind, person: row });
                  }}
                  onLink={() => {
                    makeLink.mutate(row);
                  }}
                  onEnable={() => {
                    enable.mutate(row);
                  }}
                />
              </span>
            ),
          },
        ]}
      />
      {open?.kind === 'new' && (
        <PersonDialog
          person={null}
          overview={overview}
          onClose={close}
          onInvited={({ person, link }) => {
            setOpen({ kind: 'link', name: person.name, link });
          }}
        />
      )}
      {open?.kind === 'edit' && (
        <PersonDialog person={open.person} overview={overview} onClose={close} />
      )}
      {open?.kind === 'link' && <LinkDialog name={open.name} link={open.link} onClose={close} />}
      {open?.kind === 'see-as' && <AccessDialog person={open.person} onClose={close} />}
      {open?.kind === 'sessions' && <SessionsDialog person={open.person} onClose={close} />}
      {open?.kind === 'links' && <SignInLinksDialog person={open.person} onClose={close} />}
      {open?.kind === 'disable' && <DisableDialog person={open.person} onClose={close} />}
      {open?.kind === 'export' && <ExportDialog person={open.person} onClose={close} />}
      {open?.kind === 'erase' && <EraseDialog person={open.person} onClose={close} />}
      {open?.kind === 'factor' && <ResetFactorDialog person={open.person} onClose={close} />}
    </div>
  );
}

function PersonMenu(props: {
  person: PersonView;
  onOpen: (kind: Asked) => void;
  onLink: () => void;
  onEnable: () => void;
}) {
  const { person, onOpen, onLink, onEnable } = props;
  const t = useText(peopleWords);
  const factor = useText(factorWords);
  const data = useText(dataWords);
  const links = useText(signInLinkWords);
  const isDisabled = person.state === 'disabled';
  const entry = (id: Asked, label: string) => ({
    id,
    label,
    onAction: () => {
      onOpen(id);
    },
  });
  return (
    <Menu
      label={t.moreOf(person.name)}
      trigger={
        <AriaButton className="v-btn v-btn--sm" aria-label={t.moreOf(person.name)}>
          {t.more}
        </AriaButton>
      }
      groups={[
        {
          id: 'person',
          entries: [
            entry('see-as', t.seeAs),
            ...(isDisabled ? [] : [{ id: 'link', label: t.link, onAction: onLink }]),
            entry('sessions', t.sessions),
            entry('links', links.entry),
            ...(person.hasTwoFactor ? [entry('factor', factor.reset)] : []),
            isDisabled
              ? { id: 'enable', label: t.enable, onAction: onEnable }
              : entry('disable', t.disable),
          ],
        },
        { id: 'data', entries: [entry('export', data.export), entry('erase', data.erase)] },
      ]}
    />
  );
}

function DisableDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const t = useText(peopleWords);
  const disable = usePeopleChange(() => peopleApi.change(person.id, { isDisabled: true }), onClose);
  return (
    <ConfirmDialog
      title={t.disableOf(person.name)}
      action={t.disable}
      isPending={disable.isPending}
      error={disable.error}
      onConfirm={() => {
        disable.mutate(undefined);
      }}
      onClose={onClose}
    >
      <p>{t.disableHint}</p>
    </ConfirmDialog>
  );
}

function ResetFactorDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const t = useText(factorWords);
  const reset = usePeopleChange(() => peopleApi.resetFactor(person.id), onClose);
  return (
    <ConfirmDialog
      title={t.resetOf(person.name)}
      action={t.reset}
      isPending={reset.isPending}
      error={reset.error}
      onConfirm={() => {
        reset.mutate(undefined);
      }}
      onClose={onClose}
    >
      <p>{t.resetHint}</p>
    </ConfirmDialog>
  );
}
