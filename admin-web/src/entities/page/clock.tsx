import { useInterval } from '@kismet/ui/feedback/use-timeout.ts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatClock } from '../../core/format/time.ts'

const tickMs = 5_000

/** The time in India, to compare with a bank. */
export function Clock(): ReactNode {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useInterval(() => setNowMs(Date.now()), tickMs)
  return <time className="small mute nowrap">{formatClock(nowMs)} IST</time>
}
