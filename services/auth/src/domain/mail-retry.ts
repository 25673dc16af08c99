const firstDelayMs = 250
const longestDelayMs = 60_000

/** How long to wait after the failed attempt number `attempt` (from 1): four times as long each time, up to a minute. It goes on as long as the mail is of use. */
export function retryDelayMs(attempt: number): number {
  return Math.min(firstDelayMs * 4 ** (attempt - 1), longestDelayMs)
}

/** What a mail server has answered, and to which command. */
interface Answer {
  readonly responseCode: number | undefined
  readonly command: string | undefined
}

/** What says something of this mail alone. The greeting, STARTTLS, the login and the sender are the same for all: a 500 to them is ours to mend, and the mail leaves then. */
const commandsOfOneMail: readonly (string | undefined)[] = ['RCPT TO', 'DATA']

/** An answer from 500 on to what is of this mail says that trying again is of no use (RFC 5321, section 4.2.1). */
export function isFinalAnswer({ responseCode, command }: Answer): boolean {
  return responseCode !== undefined && responseCode >= 500 && commandsOfOneMail.includes(command)
}
