import type { ReactNode, Ref } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components/Button';
import { ToggleButton as AriaToggleButton } from 'react-aria-components/ToggleButton';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { Link } from 'react-router';
import { Icon, type IconName } from './icon.tsx';

export type ButtonVariant = 'default' | 'primary' | 'danger' | 'quiet';

interface Look {
  /** Default `default`: an outlined button. One `primary` a view. */
  variant?: ButtonVariant;
  /** `sm` is 28 px high, for bars and rows. */
  size?: 'md' | 'sm';
  /** Fills its line. */
  wide?: boolean;
  className?: string | undefined;
}

function classesOf({ variant = 'default', size = 'md', wide = false, className }: Look): string {
  return [
    'v-btn',
    variant !== 'default' && `v-btn--${variant}`,
    size === 'sm' && 'v-btn--sm',
    wide && 'v-btn--wide',
    className,
  ]
    .filter(Boolean)
    .join(' ');
}

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'>, Look {
  children: ReactNode;
  icon?: IconName;
  ref?: Ref<HTMLButtonElement>;
}

/** Use `onPress`, and `isPending` while what it started has not answered: it stays focused and cannot start twice. */
export function Button({ variant, size, wide, className, icon, children, ...rest }: ButtonProps) {
  return (
    <AriaButton
      {...pendingProps(rest)}
      className={classesOf({ ...look({ variant, size, wide }), className })}
    >
      {icon !== undefined && <Icon name={icon} size="sm" />}
      {children}
    </AriaButton>
  );
}

/**
 * The library's own pending state announces the button by reference, and a button that is gone by then (an answered card)
 * leaves a nameless region behind. What goes on is said in the button's words and beside it instead.
 */
function pendingProps({ isPending, ...rest }: AriaButtonProps): AriaButtonProps {
  if (isPending !== true) return rest;
  const { onPress: _onPress, ...held } = rest;
  return { ...held, type: 'button', ...{ 'data-pending': true } };
}

/** Leaves out what was not given, as exact optional properties want it. */
function look(given: { [K in 'variant' | 'size' | 'wide']: Look[K] | undefined }): Look {
  return {
    ...(given.variant !== undefined && { variant: given.variant }),
    ...(given.size !== undefined && { size: given.size }),
    ...(given.wide !== undefined && { wide: given.wide }),
  };
}

/** A button that answers a card: its word, and below it what the answer does. */
export function AnswerButton(props: ButtonProps & { consequence: string }) {
  const { consequence, children, ...rest } = props;
  return (
    <Button {...rest} className="v-answer">
      {children}
      <small>{consequence}</small>
    </Button>
  );
}

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  icon: IconName;
  /** What it does; read aloud, and shown as a tooltip. */
  label: string;
  variant?: ButtonVariant;
  /** Default `sm`. */
  size?: 'md' | 'sm';
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is only a drawing, with its name in a tooltip. Never where a decision is made. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, variant = 'quiet', size = 'sm', className, ...rest } = props;
  return (
    <WithTip text={label}>
      <AriaButton
        {...rest}
        aria-label={label}
        className={classesOf({ variant, size, className: join('v-btn--icon', className) })}
      >
        <Icon name={icon} size="sm" />
      </AriaButton>
    </WithTip>
  );
}

export interface IconToggleProps {
  icon: IconName;
  label: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
}

/** An icon button that stays pressed. */
export function IconToggle({ icon, label, isSelected, onChange }: IconToggleProps) {
  return (
    <WithTip text={label}>
      <AriaToggleButton
        aria-label={label}
        isSelected={isSelected}
        onChange={onChange}
        className={classesOf({ variant: 'quiet', size: 'sm', className: 'v-btn--icon' })}
      >
        <Icon name={icon} size="sm" />
      </AriaToggleButton>
    </WithTip>
  );
}

/** A name that appears beside its control after a moment of pointing, or at once on keyboard focus. */
export function WithTip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <TooltipTrigger delay={600} closeDelay={80}>
      {children}
      <Tooltip className="v-tip" offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}

/** A link that looks like a button: it goes somewhere inside the application. */
export function ButtonLink(props: Look & { to: string; icon?: IconName; children: ReactNode }) {
  const { to, icon, children, ...rest } = props;
  return (
    <Link to={to} className={classesOf(rest)}>
      {icon !== undefined && <Icon name={icon} size="sm" />}
      {children}
    </Link>
  );
}

/** A small action inside a line of text: "Undo", "Show". */
export function TextButton({
  className,
  ...rest
}: Omit<AriaButtonProps, 'className'> & { className?: string }) {
  return <AriaButton {...rest} className={join('v-link', className)} />;
}

/** A small outlined action on a card. */
export function Chip(props: Omit<ButtonProps, keyof Look>) {
  const { icon, children, ...rest } = props;
  return (
    <AriaButton {...rest} className="v-chip">
      {icon !== undefined && <Icon name={icon} size="sm" />}
      {children}
    </AriaButton>
  );
}

function join(...classes: (string | undefined)[]): string {
  return classes.filter(Boolean).join(' ');
}
