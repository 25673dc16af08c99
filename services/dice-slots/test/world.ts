import { expect } from '@jest/globals'
import { getBetProof, getDiceCommitment, listDicePlays, playDice, setClientSeed } from '@kismet/contracts'
import type { WireInput, WireOutput } from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import { GameWorld, newKey } from '@kismet/game-kit/test/game-world'
import { ServiceProcess } from '@kismet/test-env/service-process'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { join } from 'node:path'
import { games } from '../src/games.ts'
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
    const world = new World(await GameWorld.parts('dice-slots'), diceSlots, games)
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

  /** The bets of Dice of a player that the ledger has, by nonce. */
  betsOf(player: TestPlayer): string[] {
    return this.wallet
      .placed(player.id)
      .filter(({ game }) => game === 'Dice')
      .map(({ betId }) => betId)
  }

  /**
   * Everything that must be true of a player of Dice after any failure. The table has the bets of the
   * ledger with their amounts. Nonces have no gap. Each bet used the commitment that the bet before it
   * published, and every proof verifies.
   */
  async expectConsistent(player: TestPlayer): Promise<void> {
    await this.caughtUp()
    const bets = await this.betsInTable(player, 'dice')
    expect(bets.map(({ nonce }) => nonce)).toEqual(bets.map((_bet, index) => index + 1))
    const ofDice = this.wallet.placed(player.id).filter(({ game }) => game === 'Dice')
    expect(bets.map(({ placed }) => placed)).toEqual(ofDice)
    expect(bets.slice(1).map((bet) => bet.serverSeedHash)).toEqual(
      bets.slice(0, -1).map((bet) => bet.nextServerSeedHash),
    )
    // The verifier knows version 1 of the maths.
    for (const bet of bets.filter(({ source }) => source.version === '1'))
      expect(verifyProof(await this.proof(player, bet.betId)).valid).toBe(true)
    const last = bets.at(-1)
    if (last === undefined) return
    const { nonce, serverSeedHash } = await this.commitment(player)
    expect([nonce, serverSeedHash]).toEqual([bets.length + 1, last.nextServerSeedHash])
  }
}
