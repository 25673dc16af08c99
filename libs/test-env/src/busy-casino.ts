import { setTimeout as delay } from 'node:timers/promises'
import {
  adminGetDepositProof,
  aviatorCashout,
  aviatorPlaceBet,
  aviatorRoundStarted,
  aviatorTookOff,
  cashOutMines,
  downloadAccountStatement,
  getAccountStatement,
  getActiveMines,
  getBalance,
  playDice,
  playSlots,
  revealMinesTile,
  sendSupportMessage,
  socketPath,
  startMines,
} from '@kismet/contracts'
import type { OperationShape, SocketCommandShape } from '@kismet/contracts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import type { AdminActor, PlayerActor } from './actors.ts'

/** People do not press without a pause. */
const restMs = 20
const restOfDepositsMs = 200
const depositsEach = 4
/** As long as an app waits for the acknowledgement of a command. */
const answeredWithinMs = 8_000
/** What goes on beside it may be refused by a rule, never like this. */
const faults = new Set(['unavailable', 'internal'])

/** What somebody did on a socket in the rounds of Aviator, by the id of the round. */
export interface Rounds {
  /** Bets that were acknowledged. */
  readonly placed: Set<string>
  /** Bets whose answer was lost with its connection. */
  readonly unanswered: Set<string>
}

/** People who play, deposit and look on without an end, and what went wrong for them. */
export class BusyCasino {
  /** Answers of 500 and more, and connections that failed: whatever no player is to see. */
  readonly faults: string[] = []
  /** How often each thing was done with success. */
  readonly done = new Map<string, number>()
  readonly #people: Promise<void>[] = []
  readonly #sockets: Socket[] = []
  #isStopping = false

  /** Plays Dice, Slots and Mines by turns. */
  playInstantGames(player: PlayerActor): void {
    this.#live('plays', async () => {
      await this.#call(player, playDice, { betAmount: 100, rollOver: 50.5 })
      await this.#call(player, playSlots, { bet: 100 })
      await this.#playMines(player)
      await this.#call(player, getBalance)
    })
  }

  async #playMines(player: PlayerActor): Promise<void> {
    await this.#call(player, startMines, { bet: 100, minesCount: 3 })
    // An answer that is lost is asked for, as the app does.
    const active = (await this.#call(player, getActiveMines)).game as { readonly id: string } | null | undefined
    if (active === null || active === undefined) return
    const gameId = active.id
    const { result } = await this.#call(player, revealMinesTile, { gameId, tileIndex: 7 })
    if (result === 'gem') await this.#call(player, cashOutMines, { gameId })
  }

  /**
   * Has one new player after the other sign up, ask for deposits, which the owner looks at and approves, read what has become of the account, and write to the support. A day of one
   * player has few deposits.
   */
  deposit(newPlayer: () => Promise<PlayerActor>, owner: AdminActor): void {
    this.#live('deposits', async () => {
      const player = await newPlayer()
      this.#count('sign-up')
      for (let nth = 0; nth < depositsEach && !this.#isStopping; nth += 1) {
        const id = await player.requestDeposit({ amount: 100 })
        this.#count('deposit')
        await this.#download(owner, adminGetDepositProof.route.path.replace(':id', id))
        await owner.approve(id)
        this.#count('approval')
        await this.#call(player, getAccountStatement)
        await delay(restOfDepositsMs)
      }
      await this.#download(player, downloadAccountStatement.route.path)
      const words = { name: 'Asha', email: player.email, message: 'My deposits are all here, thank you very much.' }
      await this.#call(player, sendSupportMessage, words)
    })
  }

  /** Bets in every round of Aviator that it hears of, and cashes out after take-off by hand. */
  flyAviator(gatewayUrl: string, player: PlayerActor): Rounds {
    const rounds = { placed: new Set<string>(), unanswered: new Set<string>(), asked: new Set<string>() }
    const auth = { token: player.api.token }
    const socket = io(gatewayUrl, {
      path: socketPath,
      auth,
      transports: ['websocket'],
      reconnectionDelay: 100,
      forceNew: true,
    })
    this.#sockets.push(socket)
    socket.on('connect_error', ({ message }) => this.faults.push(`a socket could not be opened: ${message}`))
    const place = async ({ roundId }: { roundId: string }) => {
      // Whoever takes over tells the start of a round again.
      if (this.#isStopping || rounds.asked.has(roundId)) return
      rounds.asked.add(roundId)
      const answer = await this.#emit(socket, aviatorPlaceBet, { amount: 100, roundId, autoCashout: 3 })
      if (answer === undefined) rounds.unanswered.add(roundId)
      else if (answer.success === true) rounds.placed.add(roundId)
    }
    const cashOut = ({ roundId }: { roundId: string }) => this.#emit(socket, aviatorCashout, { roundId })
    socket.on(aviatorRoundStarted.socket.event, (round: { roundId: string }) => void place(round))
    socket.on(aviatorTookOff.socket.event, (round: { roundId: string }) => void cashOut(round))
    return rounds
  }

  /** Lets everybody end what they are about, and go. Who flies sees the end of the round. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#people)
  }

  close(): void {
    for (const socket of this.#sockets) socket.disconnect()
  }

  #live(what: string, once: () => Promise<void>): void {
    const live = async () => {
      while (!this.#isStopping) {
        await once().catch((error: unknown) => this.faults.push(`${what}: ${said(error)}`))
        await delay(restMs)
      }
    }
    this.#people.push(live())
  }

  /** @returns the answer, success or refusal */
  async #call(
    { api }: PlayerActor,
    operation: OperationShape,
    input: Record<string, unknown> = {},
  ): Promise<Readonly<Record<string, unknown>>> {
    const { status, body } = await api.call(operation, input)
    if (status >= 500) this.faults.push(`${operation.subject}: ${status} ${JSON.stringify(body)}`)
    if (status === 200) this.#count(operation.subject)
    return body
  }

  async #download({ api }: PlayerActor | AdminActor, path: string): Promise<void> {
    const answer = await api.download(path)
    const text = await answer.text()
    if (answer.status === 200) this.#count(path.endsWith('.csv') ? 'statement' : 'proof')
    else this.faults.push(`${path}: ${answer.status} ${text}`)
  }

  async #emit(
    socket: Socket,
    { event }: SocketCommandShape,
    payload: unknown,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    try {
      const answer = (await socket.timeout(answeredWithinMs).emitWithAck(event, payload)) as Record<string, unknown>
      if (faults.has(String(answer.code))) this.faults.push(`${event}: ${JSON.stringify(answer)}`)
      if (answer.success === true) this.#count(event)
      return answer
    } catch {
      return undefined
    }
  }

  #count(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1)
  }
}

/** An error with its cause: that a fetch failed says nothing yet. */
function said(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? `${String(error)} (${cause.message})` : String(error)
}
