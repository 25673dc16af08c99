import type { RequestKind } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import Clock from 'lucide-react/icons/clock'
import ClockAlert from 'lucide-react/icons/clock-alert'
import type { ReactNode } from 'react'
import { formatAge } from '../../core/format/time.ts'
import styles from './age-tag.module.css'

/** What somebody waits for: their money, or an answer. */
export type Awaited = RequestKind | 'message'

/** How long they have waited, as a colour: plain, amber or red. */
export type Patience = 'fresh' | 'slow' | 'late'

const minuteMs = 60_000
/** From when on it is amber, and red, which a message never is. */
const patience: Readonly<Record<Awaited, { slowFromMs: number; lateFromMs: number }>> = {
  deposit: { slowFromMs: 5 * minuteMs, lateFromMs: 15 * minuteMs },
  withdrawal: { slowFromMs: 15 * minuteMs, lateFromMs: 30 * minuteMs },
  message: { slowFromMs: 60 * minuteMs, lateFromMs: Infinity },
}

export function patienceOf(kind: Awaited, ageMs: number): Patience {
  const { slowFromMs, lateFromMs } = patience[kind]
  if (ageMs >= lateFromMs) return 'late'
  return ageMs >= slowFromMs ? 'slow' : 'fresh'
}

interface AgeTagProps {
  kind: Awaited
  ageMs: number
  /** Without its drawing. */
  plain?: boolean
}

/** How long something has waited, in the colour that says whether it is too long. */
export function AgeTag({ kind, ageMs, plain = false }: AgeTagProps): ReactNode {
  const patience = patienceOf(kind, ageMs)
  return (
    <span className={classNames(styles.age, styles[patience])}>
      {!plain && <Icon of={patience === 'fresh' ? Clock : ClockAlert} size="s" />}
      {formatAge(ageMs)}
      {patience === 'late' && <span className={textClass('sr')}>, too long</span>}
    </span>
  )
}
