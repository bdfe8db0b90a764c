import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { Icon, type IconName } from './icon.tsx';

export interface Segment<T extends string> {
  id: T;
  label: string;
  /** Shown instead of the label, which is then only read aloud. */
  icon?: IconName;
  /** After the label: a number. */
  extra?: ReactNode;
}

export interface SegmentsProps<T extends string> {
  /** What is chosen between. */
  label: string;
  segments: readonly Segment<T>[];
  value: T;
  onChange: (value: T) => void;
}

/** A choice between a few, all visible at once. */
export function Segments<T extends string>({ label, segments, value, onChange }: SegmentsProps<T>) {
  return (
    <ToggleButtonGroup
      className="v-segments"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = segments.find((segment) => keys.has(segment.id));
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      {segments.map((segment) => (
        <ToggleButton
          key={segment.id}
          id={segment.id}
          className="v-segment"
          {...(segment.icon === undefined ? {} : { 'aria-label': segment.label })}
        >
          {segment.icon === undefined ? segment.label : <Icon name={segment.icon} size="sm" />}
          {segment.extra}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
