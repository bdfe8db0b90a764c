import type { ReactElement, ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon, type IconName } from './icon.tsx';

export interface MenuEntry {
  id: string;
  label: string;
  icon?: IconName;
  extra?: ReactNode;
  /** Shows a check mark, and tells assistive technology. */
  isSelected?: boolean;
  isDisabled?: boolean;
  onAction: () => void;
}

export interface MenuGroup {
  id: string;
  label?: string;
  entries: readonly MenuEntry[];
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  label: string;
  /** Above the entries, not an entry itself. */
  head?: ReactNode;
  groups: readonly MenuGroup[];
}

/** Actions behind a button. Groups with a selected entry are choices. */
export function Menu({ trigger, label, head, groups }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="v-popover" offset={6} placement="bottom end">
        {head}
        <AriaMenu className="v-menu" aria-label={label}>
          {groups.map((group) => (
            <Group key={group.id} group={group} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function Group({ group }: { group: MenuGroup }) {
  const isChoice = group.entries.some((entry) => entry.isSelected !== undefined);
  return (
    <MenuSection
      className="v-menu__group"
      {...(group.label === undefined ? { 'aria-label': group.id } : {})}
      {...(isChoice
        ? {
            selectionMode: 'single' as const,
            disallowEmptySelection: true,
            selectedKeys: group.entries.filter((entry) => entry.isSelected).map(({ id }) => id),
          }
        : {})}
    >
      {group.label !== undefined && <Header className="v-menu__head">{group.label}</Header>}
      {group.entries.map((entry) => (
        <MenuItem
          key={entry.id}
          id={entry.id}
          textValue={entry.label}
          className="v-menu__item"
          isDisabled={entry.isDisabled ?? false}
          onAction={entry.onAction}
        >
          <EntryIcon entry={entry} />
          <span className="v-menu__label">{entry.label}</span>
          {entry.extra !== undefined && <span className="v-caption">{entry.extra}</span>}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

function EntryIcon({ entry }: { entry: MenuEntry }) {
  if (entry.isSelected === true) return <Icon name="check" size="sm" />;
  return entry.icon === undefined ? <span /> : <Icon name={entry.icon} size="sm" />;
}
