const firstDelayMs = 250
const longestDelayMs = 60_000

/** How long to wait after the failed attempt number `attempt` (from 1): four times as long each time, up to a minute. It goes on as long as the mail is of use. */
export function retryDelayMs(attempt: number): number {
  return Math.min(firstDelayMs * 4 ** (attempt - 1), longestDelayMs)
}

/** What a mail server has answered, to which command, and what it says of why (RFC 3463). */
export interface MailAnswer {
  readonly responseCode: number | undefined
  readonly enhancedCode: string | undefined
  readonly command: string | undefined
}

/** To these a server says what it has against everything else, too: of client and sender many speak only here, and of an account that has lapsed when they have the mail. */
const commandsOfOneMail: readonly (string | undefined)[] = ['RCPT TO', 'DATA']
/** Of the recipient's address and mailbox. Not X.1.0 and X.2.0, which are said of senders, too, nor X.1.7 to X.1.9, which are of them and of relays. */
const ofMailbox = /^[45]\.(?:1\.(?:[1-6]|10)|2\.[1-4])$/

/** Whether an answer is of the mailbox that a mail goes to: any other one is of us, or may be, and another mail would fare no better. */
export function isOfMailbox({ enhancedCode = '', command }: MailAnswer): boolean {
  return commandsOfOneMail.includes(command) && ofMailbox.test(enhancedCode)
}

/** An answer from 500 on that is of the mailbox says that trying again is of no use (RFC 5321, section 4.2.1). What is of us is mended, and the mail leaves then. */
export function isFinalAnswer(answer: MailAnswer): boolean {
  return answer.responseCode !== undefined && answer.responseCode >= 500 && isOfMailbox(answer)
}
