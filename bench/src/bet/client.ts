// The players of one side, the same program for both. TARGET, TOKENS_FILE (a token a player), FIRST_PLAYER, IN_FLIGHT, SECONDS. Prints "measuring", then one line of JSON.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { playDice } from '@kismet/contracts'
import { Client } from 'undici'
import { z } from 'zod'
import { closedLoop } from '../closed-loop.ts'

const { TARGET = '', TOKENS_FILE = '', FIRST_PLAYER, IN_FLIGHT, SECONDS } = process.env
const tokens = z.array(z.string()).parse(JSON.parse(await readFile(TOKENS_FILE, 'utf8')))
const bet = JSON.stringify({ betAmount: 100, rollOver: 50.5 })
const noError = 200

/** One player: a connection that is kept, and one bet on it at a time. */
class Player {
  readonly #client = new Client(TARGET)
  readonly #authorization: string

  constructor(token: string) {
    this.#authorization = `Bearer ${token}`
  }

  /** Resolves when the answer is whole. @throws Error with the answer when it is another than 200 */
  bet(): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      authorization: this.#authorization,
      'idempotency-key': randomUUID(),
    }
    let status = 0
    let body = ''
    return new Promise((resolve, reject) => {
      this.#client.dispatch(
        { ...playDice.route, headers, body: bet },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_controller, statusCode) => void (status = statusCode),
          onResponseData: (_controller, chunk) => void (body += chunk.toString('latin1')),
          onResponseEnd: () => (status === noError ? resolve() : reject(new Error(`${status} ${body}`))),
          onResponseError: (_controller, error) => reject(error),
        },
      )
    })
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

const inFlight = Number(IN_FLIGHT)
const players = Array.from({ length: inFlight }, (_, index) => {
  const token = tokens[(Number(FIRST_PLAYER) + index) % tokens.length]
  return new Player(token ?? '')
})
const seen = await closedLoop(
  inFlight,
  Number(SECONDS),
  async (number) => {
    await players[number]?.bet()
    return 'booked'
  },
  () => true,
  () => console.log('measuring'),
)
console.log(JSON.stringify(seen))
await Promise.all(players.map((player) => player.close()))
