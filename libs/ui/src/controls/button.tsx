import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import styles from './button.module.css'

/** What a button says by its looks: the one gold action, money towards the player, the rest. */
export type ButtonKind = 'primary' | 'cash' | 'outline' | 'quiet' | 'danger' | 'bare'

interface Look {
  kind?: ButtonKind
  /** Full width and 60 px high: the action of a screen. */
  big?: boolean
}

/** The class of a button, for a link. */
export function buttonClass({ kind = 'outline', big = false }: Look = {}): string {
  return classNames(styles.button, kind !== 'outline' && styles[kind], big && styles.big)
}

/**
 * A button. While `busy` it shows a ring beside its text; `off` it looks as one that is disabled. Either way it takes no
 * press and keeps the focus, which one that is `disabled` would lose. It is `type="button"` unless told otherwise.
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

/** A square button with a drawing alone; `label` is its name for everyone who cannot see it. */
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
