import { z } from 'zod'
import type { CallError } from '../call-error.ts'
import type { RoutedOperation } from '../call.ts'
import { call } from '../call.ts'
import { tabValue } from '../tab-value.ts'

const unheard = tabValue('unheardLogouts', z.array(z.string()))
const [firstDelayMs, longestDelayMs] = [1_000, 60_000]

const readTokens = (): string[] => unheard.read() ?? []
const writeTokens = (tokens: string[]): void => unheard.write(tokens.length === 0 ? null : tokens)

/** A refusal is an answer too, except when the server had no time for the call. */
const isHeard = (error: CallError | undefined): boolean =>
  error === undefined ||
  (error.kind === 'refused' && error.status !== null && error.status < 500 && error.status !== 429)

/** The logouts of an app. */
interface Logouts {
  /** Sends the logout of this token at once, and repeats it until the server has answered. */
  readonly send: (token: string) => void
  /** Sends the stored logouts again, now and when the network is back. @returns a function that stops this */
  readonly keepSending: () => () => void
}

/** Logs out at the server by `operation`. Until the server answers, the tokens are stored in this tab. Closing the tab deletes them. */
export function logouts(operation: RoutedOperation<z.ZodObject, z.ZodType>): Logouts {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const sendOne = async (token: string): Promise<void> => {
    const { error } = await call(operation, {}, { token, keepalive: true })
    if (isHeard(error)) {
      failures = 0
      writeTokens(readTokens().filter((other) => other !== token))
      return
    }
    clearTimeout(timer)
    timer = setTimeout(sendAll, Math.min(firstDelayMs * 2 ** failures, longestDelayMs))
    failures += 1
  }
  const sendAll = (): void => {
    for (const token of readTokens()) void sendOne(token)
  }
  return {
    send: (token) => {
      writeTokens([...readTokens(), token])
      void sendOne(token)
    },
    keepSending: () => {
      sendAll()
      window.addEventListener('online', sendAll)
      return () => {
        clearTimeout(timer)
        window.removeEventListener('online', sendAll)
      }
    },
  }
}
