import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { stopScript } from '../measure.ts'
import type { Order, Said } from './orders.ts'

const script = fileURLToPath(new URL('client.ts', import.meta.url))

/** The process of the players. */
export class Players {
  readonly #child: ChildProcess
  readonly #ended: Promise<Said>

  constructor(tokensFile: string) {
    const env = { PATH: process.env.PATH, TOKENS_FILE: tokensFile }
    this.#child = fork(script, { env, execArgv: ['--max-semi-space-size=64'], stdio: 'inherit' })
    this.#ended = once(this.#child, 'exit').then(() => ({ failure: 'their process has ended' }))
  }

  /** Waits until it is done. @throws Error when it could not be done */
  async order(order: Order): Promise<Said> {
    const answered = once(this.#child, 'message') as Promise<[Said]>
    this.#child.send(order)
    const said = await Promise.race([answered.then(([first]) => first), this.#ended])
    if (said.failure !== undefined) throw new Error(`The players could not ${order.do}: ${said.failure}`)
    return said
  }

  stop(): Promise<void> {
    return stopScript(this.#child)
  }
}
