import type { CallError } from '@kismet/app-kit/call-error.ts'

const networkRetries = 3
const afterTimeoutMs = 2_000

/** When the balance is asked for again (spec 8.3): after a network failure up to 3 times, 1, 2 and 4 s later; after a time-out once, 2 s later. */
export function balanceRetryMs({ sent, error }: { sent: number; error: CallError }): number | null {
  if (error.kind === 'network' && sent <= networkRetries) return 1_000 * 2 ** (sent - 1)
  if (error.kind === 'timeout' && sent === 1) return afterTimeoutMs
  return null
}
