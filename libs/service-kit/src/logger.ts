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

/** pino writes a fatal line at once, by `flushSync`. */
type Output = DestinationStream & { flushSync(): void }

/**
 * Standard output with a timer that runs only while lines wait. pino's own flushing wakes ten times
 * a second for each logger.
 */
function standardOutput(): Output {
  const output = pino.destination({ dest: 1, sync: false, minLength: writtenTogetherBytes })
  let waitingBytes = 0
  /**
   * True when a write was under way at a fatal line, so that the number of written bytes is
   * uncertain.
   */
  let isInDoubt = false
  let isTold = false
  let isAwake = false
  output.on('write', (bytes: number) => {
    waitingBytes = Math.max(0, waitingBytes - bytes)
    isTold = true
  })
  const wake = () => {
    if (!isAwake) setTimeout(flush, waitAtMostMs).unref()
    isAwake = true
  }
  const flush = () => {
    isAwake = false
    if (waitingBytes <= 0 && !isInDoubt) return
    if (isTold) isInDoubt = false
    output.flush()
    // Has no effect while an earlier write is under way.
    wake()
  }
  return {
    write(line) {
      output.write(line)
      waitingBytes += Buffer.byteLength(line)
      wake()
    },
    flushSync() {
      output.flushSync()
      // The synchronous write does not report its bytes to this stream.
      isInDoubt ||= waitingBytes > 0
      isTold = false
      waitingBytes = 0
    },
  }
}

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
