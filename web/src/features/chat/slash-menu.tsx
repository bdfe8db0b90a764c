import { useEffect, useRef } from 'react';
import { Digest, Icon, SealMark } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { NothingToStart } from './empty-conversation.tsx';
import type { SlashItem } from './model/slash-menu.ts';
import { chatWords } from './words.ts';

interface SlashMenuProps {
  readonly id: string;
  readonly items: readonly SlashItem[];
  readonly activeIndex: number;
  readonly state: 'loading' | 'failed' | 'ready';
  readonly isCatalogueEmpty: boolean;
  readonly onPick: (item: SlashItem) => void;
  readonly onPoint: (index: number) => void;
}

/** The element id of one option, for `aria-activedescendant`. */
export function optionId(menuId: string, item: SlashItem): string {
  return `${menuId}-${String(item.entry.uid)}`;
}

/** What can be started here, above the field: it takes its own room and never lies over a waiting card. */
export function SlashMenu(props: SlashMenuProps) {
  const { id, items, activeIndex, state, isCatalogueEmpty, onPick, onPoint } = props;
  const t = useText(chatWords);
  if (state !== 'ready' || items.length === 0) {
    return (
      <div className="v-menu v-slash" role="status">
        {state === 'ready' && isCatalogueEmpty ? (
          <NothingToStart />
        ) : (
          <p className="v-menu__head">
            {{ loading: t.menu.loading, failed: t.menu.failed, ready: t.menu.noMatch }[state]}
          </p>
        )}
      </div>
    );
  }
  return (
    <div className="v-menu v-slash">
      <div className="v-menu__head">
        <span>{t.menu.head}</span>
        <span className="v-slash__keys">
          <span className="v-kbd">↑</span> <span className="v-kbd">↓</span> {t.menu.choose} &ensp;
          <span className="v-kbd">Enter</span> {t.menu.insert}
        </span>
      </div>
      <div className="v-slash__list" id={id} role="listbox" aria-label={t.menu.label}>
        {items.map((item, index) => (
          <Option
            key={item.entry.uid}
            id={optionId(id, item)}
            item={item}
            isActive={index === activeIndex}
            onPick={onPick}
            onPoint={() => {
              onPoint(index);
            }}
          />
        ))}
      </div>
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly item: SlashItem;
  readonly isActive: boolean;
  readonly onPick: (item: SlashItem) => void;
  readonly onPoint: () => void;
}

function Option({ id, item, isActive, onPick, onPoint }: OptionProps) {
  const t = useText(chatWords);
  const { entry, state, disabled } = item;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <div
      ref={element}
      id={id}
      role="option"
      className="v-menu__item"
      aria-selected={isActive}
      aria-disabled={disabled}
      // The field keeps its focus, and with it the caret and the keyboard.
      onPointerDown={(event) => {
        event.preventDefault();
      }}
      onPointerMove={() => {
        if (!disabled && !isActive) onPoint();
      }}
      onClick={() => {
        if (!disabled) onPick(item);
      }}
    >
      {entry.instruction ? (
        <SealMark state="approved" />
      ) : (
        <Icon name="reference" className="v-subtle" />
      )}
      <span className="v-menu__label">
        <b>/{entry.identifier}</b>{' '}
        <span>{state === 'running' ? t.menu.process : entry.description}</span>
        {entry.fitsLanguage === false && (
          <span className="v-caption"> · {t.menu.otherLanguage}</span>
        )}
      </span>
      <Aside item={item} />
    </div>
  );
}

function Aside({ item: { entry, state } }: { item: SlashItem }) {
  const t = useText(chatWords);
  switch (state) {
    case 'running':
      return <span className="v-caption">{t.menu.running}</span>;
    case 'other_running':
      return <span className="v-caption">{t.menu.otherRunning}</span>;
    case 'reference':
      return <span className="v-caption">{t.menu.referenceOnly}</span>;
    case 'ready':
      return entry.digest === null ? <span /> : <Digest value={entry.digest} />;
  }
}
