import type { Audience } from '@kismet/contracts'
import type { Registry } from '@kismet/service-kit/metrics'
import { Counter, Gauge } from 'prom-client'
import type { EndReason } from './db/sessions.ts'
import type { CodePurpose } from './domain/code-mail.ts'
import type { CodeVerdict } from './redis/one-time-codes.ts'

export type LoginOutcome =
  'ok' | 'wrong_password' | 'unknown_account' | 'not_verified' | 'throttled' | 'password_changed'
export type MailOutcome = 'sent' | 'retried' | 'given_up' | 'refused' | 'too_late' | 'unsent_at_stop'

/** What auth counts. Ids and e-mails are never labels. */
export interface Telemetry {
  readonly login: (audience: Audience, outcome: LoginOutcome) => void
  readonly codeChecked: (purpose: CodePurpose, verdict: CodeVerdict) => void
  readonly mail: (outcome: MailOutcome) => void
  readonly sessionsEnded: (reason: EndReason, count: number) => void
}

export function createTelemetry(registry: Registry, load: { passwords: () => number; mails: () => number }): Telemetry {
  const registers = [registry]
  const logins = new Counter({
    name: 'auth_logins_total',
    help: 'Logins by outcome',
    labelNames: ['audience', 'outcome'],
    registers,
  })
  const codes = new Counter({
    name: 'auth_codes_total',
    help: 'Tries of mailed codes by verdict',
    labelNames: ['purpose', 'verdict'],
    registers,
  })
  const mails = new Counter({ name: 'auth_mails_total', help: 'Mails by outcome', labelNames: ['outcome'], registers })
  const ended = new Counter({
    name: 'auth_sessions_ended_total',
    help: 'Ended sessions by reason',
    labelNames: ['reason'],
    registers,
  })
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('auth_passwords_in_work', 'Passwords that are hashed or wait for it', load.passwords)
  gauge('auth_mails_waiting', 'Mails that are not sent yet', load.mails)
  return {
    login: (audience, outcome) => logins.inc({ audience, outcome }),
    codeChecked: (purpose, verdict) => codes.inc({ purpose, verdict }),
    mail: (outcome) => mails.inc({ outcome }),
    sessionsEnded: (reason, count) => ended.inc({ reason }, count),
  }
}
