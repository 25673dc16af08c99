import { expect } from '@jest/globals'
import { getBetProof, getDiceCommitment, listDicePlays, playDice, setClientSeed } from '@kismet/contracts'
import type { WireInput, WireOutput } from '@kismet/contracts'
import { GameWorld, newKey } from '@kismet/game-kit/test/game-world'
import { ServiceProcess } from '@kismet/test-env/service-process'
import { eventually } from '@kismet/test-env/eventually'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { join } from 'node:path'
import { diceSlots } from '../src/service.ts'

export type PlayInput = Partial<WireInput<typeof playDice>>

export interface Played {
  readonly answer: WireOutput<typeof playDice>
  readonly replayed: boolean
}

/** The service as a process of its own, so that it can be killed. */
export const startProcess = (world: World): Promise<ServiceProcess> =>
  ServiceProcess.start(join(import.meta.dirname, '..'), world.env())

/** Dice and Slots on a real bus and a real database, with a wallet that can fail in every way. */
export class World extends GameWorld {
  static async create(): Promise<World> {
    const world = new World(await GameWorld.parts('dice-slots'), diceSlots)
    await world.open()
    return world
  }

  async play(player: TestPlayer, input: PlayInput = {}, key: string = newKey()): Promise<Played> {
    return this.ask(playDice, player, { betAmount: 100, rollOver: 50.5, ...input }, key)
  }

  async commitment(player: TestPlayer): Promise<WireOutput<typeof getDiceCommitment>> {
    return (await this.ask(getDiceCommitment, player, {})).answer
  }

  async setSeed(player: TestPlayer, clientSeed: string): Promise<WireOutput<typeof setClientSeed>> {
    return (await this.ask(setClientSeed, player, { clientSeed })).answer
  }

  async proof(player: TestPlayer, betId: string): Promise<WireOutput<typeof getBetProof>> {
    return (await this.ask(getBetProof, player, { betId })).answer
  }

  async plays(player: TestPlayer, limit?: number): Promise<WireOutput<typeof listDicePlays>['plays']> {
    return (await this.ask(listDicePlays, player, limit === undefined ? {} : { limit })).answer.plays
  }

  /** The bets of a player that have ended, by nonce. */
  async betsOf(player: TestPlayer): Promise<string[]> {
    return (await this.#endedOf(player)).map((row) => row.bet_id)
  }

  async #endedOf(player: TestPlayer) {
    const { rows } = await this.owner.query<{
      bet_id: string
      nonce: number
      server_seed_hash: string
      next_server_seed_hash: string
      stake_paise: number
      payout_paise: number
    }>(
      `SELECT bet_id, nonce, encode(server_seed_hash, 'hex') AS server_seed_hash, encode(next_server_seed_hash, 'hex') AS next_server_seed_hash,
         stake_paise, payout_paise FROM play WHERE player_id = $1 AND game = 'dice' ORDER BY nonce`,
      [player.id],
    )
    return rows
  }

  /**
   * Everything that must be true of a player of Dice whatever has failed: the wallet has booked just the plays that are recorded, with their amounts; nonces
   * have no gap; each play used up the commitment that the one before it published, and the seat holds the newest.
   */
  async expectConsistent(player: TestPlayer): Promise<void> {
    await eventually(
      'what is written behind the answers is there',
      async () => (await this.claimOf(player)) === undefined,
    )
    const rows = await this.#endedOf(player)
    expect(rows.map((row) => row.nonce)).toEqual(rows.map((_row, index) => index + 1))
    const booked = [...this.wallet.booked.values()].filter((bet) => bet.playerId === player.id)
    const amounts = (betId: string, stakePaise: number, payoutPaise: number) => `${betId} ${stakePaise} ${payoutPaise}`
    expect(booked.map((bet) => amounts(bet.betId, bet.stakePaise, bet.payoutPaise)).sort()).toEqual(
      rows.map((row) => amounts(row.bet_id, row.stake_paise, row.payout_paise)).sort(),
    )
    const seats = await this.owner.query<{ nonce: number; hash: string }>(
      `SELECT nonce, encode(server_seed_hash, 'hex') AS hash FROM seat WHERE player_id = $1 AND game = 'dice'`,
      [player.id],
    )
    const published = rows.map((row) => row.next_server_seed_hash)
    expect(rows.slice(1).map((row) => row.server_seed_hash)).toEqual(published.slice(0, -1))
    if (rows.length > 0) expect(seats.rows).toEqual([{ nonce: rows.length + 1, hash: published.at(-1) }])
  }
}
