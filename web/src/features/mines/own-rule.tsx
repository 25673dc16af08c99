import { refusal } from '@kismet/app-kit/call-error.ts'
import type { SaferPlay } from '@kismet/contracts'
import { limitReached } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { codeText, toastErrorText } from '../../core/error-text.ts'
import { Link } from '../../core/link.tsx'
import { paths } from '../../core/paths.ts'
import { useLimits } from '../../entities/limits/use-limits.ts'

/** The sentence of the rule that refuses a bet now, or null. Of several limits, that with the least left. */
function sentenceOf({ limits, timeOutUntil, excludedUntil }: SaferPlay, betPaise: number): string | null {
  if (excludedUntil !== null) return codeText({ code: 'self_excluded' })
  if (timeOutUntil !== null) return codeText({ code: 'time_out' })
  const [reached] = limits
    .flatMap(({ type, period, amount, used = 0 }) =>
      amount === null || type === 'other' || type === 'deposit' || period === 'other'
        ? []
        : [{ type, period, limitPaise: amount, leftPaise: Math.max(0, amount - used) }],
    )
    .filter(({ leftPaise }) => leftPaise < betPaise)
    .toSorted((a, b) => a.leftPaise - b.leftPaise)
  if (!reached) return null
  const [message, params] = limitReached(reached)
  return toastErrorText(refusal(403, { code: 'limit_reached', message, params }, null), message)
}

/** Which rule of the player has stopped a run, with the way to the rules. */
export function OwnRule({ betPaise }: { betPaise: number }): ReactNode {
  const { data } = useLimits({}, { refetchOnMountOrArgChange: true })
  return (
    <p className={textClass('small')}>
      {data && sentenceOf(data, betPaise)}{' '}
      <Link className={textClass('link')} to={paths.saferPlay}>
        {t`Safer play`}
      </Link>
    </p>
  )
}
