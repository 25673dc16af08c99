import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import Clock from 'lucide-react/icons/clock'
import ClockAlert from 'lucide-react/icons/clock-alert'
import type { ReactNode } from 'react'
import { formatAge } from '../../core/format/time.ts'
import type { Awaited } from './age.ts'
import { patienceOf } from './age.ts'
import styles from './age-tag.module.css'

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
