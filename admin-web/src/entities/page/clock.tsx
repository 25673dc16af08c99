import { textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { formatClock } from '../../core/format/time.ts'
import { useServerNow } from '../site/use-now.ts'

const tickMs = 5_000

/** The time in India, to compare with a bank. */
export function Clock(): ReactNode {
  return <time className={textClass('small', 'mute', 'nowrap')}>{formatClock(useServerNow(tickMs))} IST</time>
}
