import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { loggedError } from './logged-error.ts'

export type { Logger } from 'pino'

/** What never reaches a log, wherever it stands in an object that is logged. */
const secrets = [
  'password',
  'newPassword',
  'confirmPassword',
  'currentPassword',
  'withdrawPassword',
  'token',
  'otp',
  'totp',
  'authorization',
  'cookie',
  'serverSeed',
]

const serializers = { err: (error: unknown) => loggedError(error) }
const redact = { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' }

const writtenTogetherBytes = 4_096
const waitAtMostMs = 100

let output: DestinationStream | undefined

/** One for all loggers of a process. */
const standardOutput = (): DestinationStream =>
  (output ??= pino.destination({
    dest: 1,
    sync: false,
    minLength: writtenTogetherBytes,
    periodicFlush: waitAtMostMs,
  }))

/**
 * Writes JSON lines to standard output, or to another destination in tests. Writing is
 * asynchronous, so that a slow reader does not block the service. Lines are joined: at 4 KiB, after
 * 100 ms, and at the end of the process. A kill -9 loses the lines of the last 100 ms.
 */
export function createLogger(
  service: string,
  level: string,
  destination: DestinationStream = standardOutput(),
): Logger {
  return pino({ level, base: { service }, redact, serializers, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}
