import type { MinesAutoStopReason, OrOther } from '@kismet/contracts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { toastErrorText } from '../../core/error-text.ts'

const reasons: Readonly<Record<MinesAutoStopReason, MessageDescriptor>> = {
  upper_boundary: msg`Upper Boundary`,
  lower_boundary: msg`Lower Boundary`,
  bets_done: msg`Bets Done`,
  insufficient_balance: msg`Insufficient Balance`,
  limit_reached: msg`Limit Reached`,
  max_win_exceeded: msg`Max Win Exceeded`,
  stopped_by_player: msg`Stopped By Player`,
  session_ended: msg`Session Ended`,
}

/** Why a run has ended. */
export function stopReasonText(reason: OrOther<MinesAutoStopReason> | null): string {
  return reason === null || reason === 'other' ? t`No specified reason` : t(reasons[reason])
}

/** Why a run has not started, where the server does not say more than `fallback` (spec 8.5). */
export function startErrorText(error: CallError, fallback: string): string {
  if (error.kind === 'network' || error.kind === 'timeout') return t`Failed to start auto mode. Please try again.`
  if (error.code === 'auto_running' || (error.message ?? '').includes('already running'))
    return t`Auto mode is already running. Please stop it first.`
  return toastErrorText(error, fallback)
}
