import { Button } from 'react-aria-components/Button';
import { useNavigate } from 'react-router';
import { Menu } from '../components/index.ts';
import { useText } from '../lib/i18n.tsx';
import { initials } from '../lib/initials.ts';
import { useMe, useSignOut } from '../lib/queries.ts';
import { usePreferenceGroups } from './preferences.ts';
import { ownWords } from '../features/people/own-words.ts';
import { strings } from './strings.ts';

/** Who is signed in, in which language and theme, and the way out. `onHelp` adds the help, where no bar has room for it. */
export function AccountMenu({ onHelp }: { onHelp?: () => void }) {
  const t = useText(strings);
  const own = useText(ownWords);
  const me = useMe();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const preferences = usePreferenceGroups();
  return (
    <Menu
      label={t.account(me.name)}
      trigger={
        <Button className="v-avatar" aria-label={t.account(me.name)}>
          {initials(me.name)}
        </Button>
      }
      head={
        <div className="v-menu__who">
          <b className="v-strong">{me.name}</b>
          <span className="v-caption">{me.email}</span>
        </div>
      }
      groups={[
        ...preferences,
        {
          id: 'account',
          entries: [
            ...(onHelp === undefined
              ? []
              : [{ id: 'help', label: t.help, icon: 'info' as const, onAction: onHelp }]),
            {
              id: 'account',
              label: own.title,
              icon: 'user' as const,
              onAction: () => void navigate('/account'),
            },
            {
              id: 'sign-out',
              label: t.signOut,
              icon: 'sign-out' as const,
              onAction: () => {
                signOut.mutate(undefined, { onSuccess: () => void navigate('/sign-in') });
              },
            },
          ],
        },
      ]}
    />
  );
}
