import type { Audience } from '@kismet/contracts'
import { counterIn, gaugeIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'
import type { EndReason } from './db/sessions.ts'
import type { CodePurpose } from './domain/letters.ts'
import type { CodeVerdict } from './codes.ts'

export type LoginOutcome =
  | 'ok'
  | 'wrong_password'
  | 'unknown_account'
  | 'not_verified'
  | 'closed'
  | 'suspended'
  | 'throttled'
  | 'account_changed'
  | 'second_step_missing'
  | 'wrong_second_step'
  | 'new_password_missing'

/** Each mail ends with one outcome. `refused`: the mailbox does not exist. A failed attempt counts as `retried`. */
export const mailOutcomes = ['sent', 'retried', 'refused', 'too_late'] as const
export type MailOutcome = (typeof mailOutcomes)[number]

/** What auth counts. Ids and e-mails are never labels. */
export interface Telemetry {
  readonly login: (audience: Audience, outcome: LoginOutcome) => void
  readonly codeChecked: (purpose: CodePurpose, verdict: CodeVerdict) => void
  readonly mail: (outcome: MailOutcome) => void
  readonly sessionsEnded: (reason: EndReason, count: number) => void
}

/** Values that are read when Prometheus reads the metrics. */
interface Level {
  readonly passwords: () => number
  readonly mails: () => Promise<number>
}

export function createTelemetry(registry: Registry, level: Level): Telemetry {
  const logins = counterIn(registry, 'auth_logins_total', 'Logins by outcome', 'audience', 'outcome')
  const codes = counterIn(registry, 'auth_codes_total', 'Tries of mailed codes by verdict', 'purpose', 'verdict')
  const mails = counterIn(registry, 'auth_mails_total', 'Mails by outcome', 'outcome')
  // Prometheus sees no increase in a series that starts at 1, so each series starts at 0.
  for (const outcome of mailOutcomes) mails.inc({ outcome }, 0)
  const ended = counterIn(registry, 'auth_sessions_ended_total', 'Ended sessions by reason', 'reason')
  gaugeIn(registry, 'auth_passwords_in_work', 'Passwords that are hashed or wait for it', level.passwords)
  gaugeIn(registry, 'auth_mails_waiting', 'Mails that wait in the database, of all replicas', level.mails)
  return {
    login: (audience, outcome) => logins.inc({ audience, outcome }),
    codeChecked: (purpose, verdict) => codes.inc({ purpose, verdict }),
    mail: (outcome) => mails.inc({ outcome }),
    sessionsEnded: (reason, count) => ended.inc({ reason }, count),
  }
}
