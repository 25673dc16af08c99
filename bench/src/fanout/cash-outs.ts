import { aviatorCashout, aviatorPlaceBet, aviatorRoundStarted, aviatorTicked } from '@kismet/contracts'
import { z } from 'zod'
import { textFrame } from './connection.ts'
import type { Connection } from './connection.ts'

/** Cash-outs that were sent at one instant. Times in ms from there to the acknowledgement. */
export interface CashOutsSeen {
  readonly answered: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const betAmount = 100
const ticksOfFlight = 5
/** Of all; where the crash came first the round does not count. */
const paidShare = 0.99
const bets = 1
const cashOuts = 2
const Event = z.tuple([z.string(), z.unknown()])
const OfRound = z.looseObject({ roundId: z.string(), seq: z.number().default(0) })
const Answer = z.tuple([z.looseObject({ success: z.boolean(), code: z.string().optional() })])

/** Players who bet in one round of Aviator and cash out all at once: in the first round in which the crash leaves them the time for it. */
export class CashOuts {
  readonly #players: readonly Connection[]
  readonly #done = Promise.withResolvers<CashOutsSeen>()
  #roundId = ''
  #betsTaken = 0
  #sentAt = 0
  #paid = 0
  #delaysMs: number[] = []

  constructor(players: readonly Connection[]) {
    this.#players = players
  }

  seen(): Promise<CashOutsSeen> {
    return this.#done.promise
  }

  /** What the player of that number has heard: an event of all (the first player tells it) or an answer of their own. */
  hear(number: number, text: string): void {
    const [, kind, id, body = ''] = /^4(2|3)(\d*)(.*)$/s.exec(text) ?? []
    if (kind === '3') this.#answered(Number(id), Answer.parse(JSON.parse(body))[0])
    else if (kind === '2' && number === 0) this.#happened(...Event.parse(JSON.parse(body)))
  }

  #happened(event: string, payload: unknown): void {
    const [started, ticked] = [aviatorRoundStarted, aviatorTicked].map(({ socket }) => socket.event)
    if (event !== started && event !== ticked) return
    const { roundId, seq } = OfRound.parse(payload)
    if (event === started) {
      this.#roundId = roundId
      this.#betsTaken = this.#sentAt = this.#paid = 0
      this.#delaysMs = []
      this.#all(bets, aviatorPlaceBet.event, { amount: betAmount, roundId })
    }
    const isReady = roundId === this.#roundId && this.#sentAt === 0 && this.#betsTaken === this.#players.length
    if (event === ticked && isReady && seq >= ticksOfFlight) {
      this.#sentAt = performance.now()
      this.#all(cashOuts, aviatorCashout.event, { roundId })
    }
  }

  #answered(id: number, { success, code }: z.output<typeof Answer>[0]): void {
    if (id === bets && success) this.#betsTaken += 1
    if (id === bets && !success) this.#done.reject(new Error(`A bet was refused: ${code}`))
    if (id !== cashOuts) return
    this.#delaysMs.push(performance.now() - this.#sentAt)
    if (success) this.#paid += 1
    if (this.#delaysMs.length < this.#players.length || this.#paid < this.#players.length * paidShare) return
    const sorted = this.#delaysMs.toSorted((a, b) => a - b)
    const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
    this.#done.resolve({ answered: sorted.length, p50Ms: percentile(0.5), p99Ms: percentile(0.99) })
  }

  #all(id: number, event: string, payload: object): void {
    const frame = textFrame(`42${id}${JSON.stringify([event, payload])}`)
    for (const player of this.#players) player.send(frame)
  }
}
