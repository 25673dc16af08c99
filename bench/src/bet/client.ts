// The players of one side, the same program for all. TARGET, GAME (dice, slots or mines), TOKENS_FILE (a token a player), FIRST_PLAYER, IN_FLIGHT, SECONDS. Prints "measuring", then one line of JSON.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { getActiveMines, playDice, playSlots, revealMinesTile, startMines } from '@kismet/contracts'
import type { OperationShape } from '@kismet/contracts'
import { Client } from 'undici'
import { z } from 'zod'
import { closedLoop } from '../closed-loop.ts'

const { TARGET = '', GAME = '', TOKENS_FILE = '', FIRST_PLAYER, IN_FLIGHT, SECONDS } = process.env
const tokens = z.array(z.string()).parse(JSON.parse(await readFile(TOKENS_FILE, 'utf8')))
const noError = 200
const roll = JSON.stringify({ betAmount: 100, rollOver: 50.5 })
const spin = JSON.stringify({ bet: 100 })
const start = JSON.stringify({ bet: 100, minesCount: 1 })

/** One player: a connection that is kept, and one call on it at a time. */
class Player {
  readonly #client = new Client(TARGET)
  readonly #authorization: string
  /** The game of Mines that goes on, and the tile that comes next; null when there is none, undefined before that is known. */
  #mines: { readonly id: string; tile: number } | null | undefined

  constructor(token: string) {
    this.#authorization = `Bearer ${token}`
  }

  /** Makes the call that is measured, or, of Mines, one that has to come before it. @returns whether it is measured */
  async play(): Promise<boolean> {
    if (GAME !== 'mines') {
      await (GAME === 'slots' ? this.#call(playSlots, spin) : this.#call(playDice, roll))
      return true
    }
    if (this.#mines === undefined || this.#mines === null) {
      this.#mines = await this.#nextGame()
      return false
    }
    const { id: gameId, tile: tileIndex } = this.#mines
    const body = await this.#call(revealMinesTile, JSON.stringify({ gameId, tileIndex }))
    if (body.includes('"isActive":true')) this.#mines.tile += 1
    else this.#mines = null
    return true
  }

  /** With one mine, so that a game has many tiles to open. One may have been left by an earlier measurement. */
  async #nextGame(): Promise<{ id: string; tile: number } | null> {
    const answer = await (this.#mines === undefined ? this.#call(getActiveMines, null) : this.#call(startMines, start))
    const { game } = z
      .object({ game: startMines.output.shape.game.pick({ id: true, revealedTiles: true }).nullable() })
      .parse(JSON.parse(answer))
    return game === null ? null : { id: game.id, tile: game.revealedTiles.length }
  }

  /** Resolves with the answer when it is whole. @throws Error with it when it is another than 200 */
  #call({ route }: Pick<OperationShape, 'route'>, sent: string | null): Promise<string> {
    if (route === undefined) throw new Error('There is no route')
    const headers = {
      ...(sent === null ? {} : { 'content-type': 'application/json' }),
      authorization: this.#authorization,
      'idempotency-key': randomUUID(),
    }
    let status = 0
    let body = ''
    return new Promise((resolve, reject) => {
      this.#client.dispatch(
        { method: route.method, path: route.path, headers, body: sent },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_controller, statusCode) => void (status = statusCode),
          onResponseData: (_controller, chunk) => void (body += chunk.toString('latin1')),
          onResponseEnd: () => (status === noError ? resolve(body) : reject(new Error(`${status} ${body}`))),
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
  async (number) => ((await players[number]?.play()) === true ? 'booked' : undefined),
  () => true,
  () => console.log('measuring'),
)
console.log(JSON.stringify(seen))
await Promise.all(players.map((player) => player.close()))
