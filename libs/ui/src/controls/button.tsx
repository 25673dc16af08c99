import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import styles from './button.module.css'

/** The variants of a button: `primary` is the one gold action, `cash` pays money to the player. */
export type ButtonKind = 'primary' | 'cash' | 'outline' | 'quiet' | 'danger' | 'bare'

interface Look {
  kind?: ButtonKind
  /** Full width and 60 px high: the main action of a page. */
  big?: boolean
}

/** The class of a button, for a link. */
export function buttonClass({ kind = 'outline', big = false }: Look = {}): string {
  return classNames(styles.button, kind !== 'outline' && styles[kind], big && styles.big)
}

/**
 * A button, by default `type="button"`. `busy` shows a spinner. `off` looks disabled. Both ignore presses and keep the focus, which a
 * `disabled` button would lose.
 */
export function Button({
  kind = 'outline',
  big = false,
  two = false,
  busy = false,
  off = false,
  icon,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: Look & {
  two?: boolean
  busy?: boolean
  off?: boolean
  icon?: Glyph | undefined
} & ComponentProps<'button'>): ReactNode {
  const takesPress = !busy && !off
  return (
    <button
      {...rest}
      type={takesPress || type !== 'submit' ? type : 'button'}
      className={classNames(buttonClass({ kind, big }), two && styles.two, busy && styles.busy, className)}
      aria-busy={busy || undefined}
      aria-disabled={off || undefined}
      onClick={takesPress ? onClick : undefined}
    >
      {busy ? <span className={styles.ring} aria-hidden="true" /> : icon && <Icon of={icon} />}
      {children}
    </button>
  )
}

/** A square button with only an icon. `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  size = 'm',
  className,
  ...rest
}: { icon: Glyph; label: string; size?: 's' | 'm' | 'l' } & Omit<ComponentProps<'button'>, 'aria-label'>): ReactNode {
  return (
    <button type="button" {...rest} className={classNames(styles.iconButton, className)} aria-label={label}>
      <Icon of={icon} size={size} />
    </button>
  )
}
