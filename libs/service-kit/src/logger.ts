import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

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

/** Fields of errors of libraries that name a kind, never a value. */
const kinds = ['code', 'syscall', 'table', 'constraint', 'responseCode'] as const
const mostCauses = 5

/** The name of a Redis command that was refused: what Redis says of it may quote the arguments, which are ids and hashes of codes. */
function refusedCommand(error: Error): string | undefined {
  if (!('command' in error) || typeof error.command !== 'object' || error.command === null) return undefined
  return 'name' in error.command && 'args' in error.command ? String(error.command.name) : undefined
}

/**
 * The logged part of an error: message, stack and causes. Other fields are dropped, because
 * libraries add arguments of commands, mail addresses and values of rows.
 */
function loggedError(error: unknown, depth = 0): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown', stack: undefined }
  const command = refusedCommand(error)
  const message = command === undefined ? error.message : `${command}: ${error.message.split(/[\s']/, 1).join()}`
  const fields = Object.entries(error).filter(([name]) => kinds.some((kind) => kind === name))
  return {
    type: error.name,
    message,
    stack: error.stack?.replace(error.message, () => message),
    ...Object.fromEntries(fields),
    ...(error.cause === undefined || depth >= mostCauses ? {} : { cause: loggedError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError
      ? { errors: error.errors.slice(0, mostCauses).map((one) => loggedError(one, mostCauses)) }
      : {}),
  }
}

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
