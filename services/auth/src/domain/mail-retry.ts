const firstDelayMs = 250
const longestDelayMs = 60_000

/** How long to wait after the failed attempt number `attempt` (from 1): four times as long each time, up to a minute. It goes on as long as the mail is of use. */
export function retryDelayMs(attempt: number): number {
  return Math.min(firstDelayMs * 4 ** (attempt - 1), longestDelayMs)
}

/** A mail server's answer from 500 on says that trying again is of no use (RFC 5321, section 4.2.1). */
export function isFinalAnswer(responseCode: number | undefined): boolean {
  return responseCode !== undefined && responseCode >= 500
}
