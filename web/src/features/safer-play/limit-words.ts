import type { LimitPeriod, LimitType, PlayLimit } from '@kismet/contracts'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
import { formatTime } from '@kismet/ui/format/time.ts'
import { t } from '@lingui/core/macro'

/** A limit of a kind that this release can set. */
export type KnownLimit = PlayLimit & { readonly type: LimitType; readonly period: LimitPeriod }

export function typeWord(type: LimitType): string {
  const words = { deposit: t`Deposit`, loss: t({ message: 'Loss', context: 'limit' }), wager: t`Wager` }
  return words[type]
}

/** What a limit is on, in a sentence of its own under its name. */
export function typeLine(type: LimitType): string {
  const lines = {
    deposit: t`Pending and approved deposits.`,
    loss: t`What you bet minus what you won. Unfinished bets count as lost.`,
    wager: t`All your stakes, won or lost.`,
  }
  return lines[type]
}

export function periodWord(period: LimitPeriod): string {
  const words = { day: t`Day`, week: t`Week`, month: t`Month` }
  return words[period]
}

/** What waits for a limit. The limit is named before a colon, which every language can do. */
export function pendingLine({ type, period }: KnownLimit, { amount, at }: NonNullable<PlayLimit['pending']>): string {
  const limit = t`${typeWord(type)}, ${periodWord(period)}`
  const time = formatTime(at)
  if (amount === null) return t`${limit}: the limit ends on ${time}.`
  return t`${limit}: rises to ${formatRupeesShort(amount)} on ${time}.`
}
