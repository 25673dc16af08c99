import { expect } from '@jest/globals'
import {
  cashOutMines,
  checkSession,
  continueMinesAuto,
  getActiveMines,
  getMinesCommitment,
  getMinesAutoStatus,
  getMinesProof,
  listMinesPlays,
  readClientSeed,
  revealMinesTile,
  setMinesAutoSettings,
  startMines,
  startMinesAuto,
} from '@kismet/contracts'
import type { WireInput, WireOutput } from '@kismet/contracts'
import { drawMines } from '@kismet/fairness'
import { isSettled } from '@kismet/game-kit/bet'
import type { SeedSource, SettledBet } from '@kismet/game-kit/bet'
import { GameWorld, newKey } from '@kismet/game-kit/test/game-world'
import { ServiceProcess } from '@kismet/test-env/service-process'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { eventually } from '@kismet/test-env/eventually'
import { standIn } from '@kismet/test-env/test-bus'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { join } from 'node:path'
import { games, mines } from '../src/service.ts'

export type Started = WireOutput<typeof startMines>
export type Revealed = WireOutput<typeof revealMinesTile>

/** The service as a process of its own, so that it can be killed. */
export const startProcess = (world: MinesWorld): Promise<ServiceProcess> =>
  ServiceProcess.start(join(import.meta.dirname, '..'), world.env())

/** Mines on a real bus and a real database, with a wallet that can fail in every way, and a keeper of the players' own seeds. */
export class MinesWorld extends GameWorld {
  /** What the keeper answers; undefined: it does not. */
  ownSeed: string | undefined = 'asha-lucky'
  readonly endedSessions = new Set<string>()
  #keeper: Bus | undefined

  static async create(): Promise<MinesWorld> {
    const world = new MinesWorld(await GameWorld.parts('mines'), mines, games)
    await world.open([
      handle(checkSession, (_context: undefined, { input }) =>
        Promise.resolve({ holder: world.endedSessions.has(input.sessionId) ? null : 'player' }),
      ),
    ])
    const tell = handle(readClientSeed, (_context: undefined) =>
      world.ownSeed === undefined
        ? Promise.reject(new Refusal('unavailable'))
        : Promise.resolve({ clientSeed: world.ownSeed }),
    )
    world.#keeper = await standIn(world.nats, 'dice-slots', world.tokens, [tell])
    return world
  }

  override async remove(): Promise<void> {
    await this.#keeper?.close()
    await super.remove()
  }

  async begin(
    player: TestPlayer,
    input: Partial<WireInput<typeof startMines>> = {},
    key: string = newKey(),
  ): Promise<Started> {
    return (await this.ask(startMines, player, { bet: 100, minesCount: 3, ...input }, key)).answer
  }

  async reveal(player: TestPlayer, gameId: string, tileIndex: number, key: string = newKey()): Promise<Revealed> {
    return (await this.ask(revealMinesTile, player, { gameId, tileIndex }, key)).answer
  }

  async cashOut(player: TestPlayer, gameId: string, key: string = newKey()): Promise<WireOutput<typeof cashOutMines>> {
    return (await this.ask(cashOutMines, player, { gameId }, key)).answer
  }

  /** Opens one gem of a game and takes what it pays. */
  async cashOutOne(player: TestPlayer, gameId: string): Promise<WireOutput<typeof cashOutMines>> {
    await this.reveal(player, gameId, (await this.board(player)).gems[0] ?? 0)
    return this.cashOut(player, gameId)
  }

  /** Sets Mines auto up and starts it. @returns the settings */
  async beginAuto(
    player: TestPlayer,
    input: Partial<WireInput<typeof setMinesAutoSettings>> = {},
  ): Promise<WireOutput<typeof startMinesAuto>['settings']> {
    const chosen = { betAmount: 100, minesCount: 3, selectedTiles: [0, 12], ...input }
    await this.ask(setMinesAutoSettings, player, chosen)
    return (await this.ask(startMinesAuto, player, chosen)).answer.settings
  }

  /** Continues a run, by default so that enough time has passed since its last game. */
  async continueAuto(
    player: TestPlayer,
    input: WireInput<typeof continueMinesAuto> = {},
    { key = newKey(), atOnce = false }: { readonly key?: string; readonly atOnce?: boolean } = {},
  ): Promise<{ answer: WireOutput<typeof continueMinesAuto>; replayed: boolean }> {
    if (!atOnce) await this.passPace(player)
    return this.ask(continueMinesAuto, player, input, key)
  }

  /** Lets the time between two games of a player be over. */
  async passPace(player: TestPlayer): Promise<void> {
    await this.owner.query('UPDATE auto_run SET next_game_at = started_at WHERE player_id = $1', [player.id])
  }

  async autoStatus(player: TestPlayer): Promise<WireOutput<typeof getMinesAutoStatus>['settings']> {
    return (await this.ask(getMinesAutoStatus, player, {})).answer.settings
  }

  /** A client seed with which the next game of the player ends so. */
  async seedFor(player: TestPlayer, result: 'win' | 'loss', tiles = [0, 12], minesCount = 3): Promise<string> {
    await this.commitment(player)
    const { serverSeed, nonce } = await this.#next(player)
    for (let tried = 0; ; tried += 1) {
      const clientSeed = `try-${tried}`
      const mines = drawMines({ serverSeed, clientSeed, nonce }, minesCount)
      if (tiles.some((tile) => mines.includes(tile)) === (result === 'loss')) return clientSeed
    }
  }

  async active(player: TestPlayer): Promise<WireOutput<typeof getActiveMines>> {
    return (await this.ask(getActiveMines, player, {})).answer
  }

  async commitment(player: TestPlayer): Promise<WireOutput<typeof getMinesCommitment>> {
    return (await this.ask(getMinesCommitment, player, {})).answer
  }

  async proof(player: TestPlayer, betId: string): Promise<WireOutput<typeof getMinesProof>> {
    return (await this.ask(getMinesProof, player, { betId })).answer
  }

  async plays(player: TestPlayer): Promise<WireOutput<typeof listMinesPlays>['plays']> {
    return (await this.ask(listMinesPlays, player, {})).answer.plays
  }

  /** Where the mines of a player's game are: what only the owner of the database who also has the secret can know. */
  async board(player: TestPlayer): Promise<{ mines: number[]; gems: number[] }> {
    const { serverSeed, clientSeed, nonce, minesCount } = await this.#newest(player)
    const mines = drawMines({ serverSeed, clientSeed, nonce }, minesCount)
    return { mines, gems: Array.from({ length: 25 }, (_, tile) => tile).filter((tile) => !mines.includes(tile)) }
  }

  /** The server seed of the player's newest game, with what else decides it. */
  async newestSeed(player: TestPlayer): Promise<string> {
    return (await this.#newest(player)).serverSeed
  }

  async #newest(player: TestPlayer) {
    const bet = (await this.betsInTable(player, 'mines')).at(-1)
    if (bet === undefined) throw new Error('The player has no game')
    const { minesCount } = bet.params as { minesCount: number }
    return { ...bet, minesCount, serverSeed: this.reader.seeds.serverSeed(bet, bet.source) }
  }

  /** The seed of the commitment that the player's next game uses. */
  async #next(player: TestPlayer) {
    await this.caughtUp()
    const newest = (await this.betsInTable(player, 'mines')).at(-1)
    const sql = 'SELECT version, epoch, salt FROM first_commitment WHERE player_id = $1'
    const source = newest?.next ?? (await this.owner.query<SeedSource>(sql, [player.id])).rows[0]
    if (source === undefined) throw new Error('The player has no commitment')
    const nonce = (newest?.nonce ?? 0) + 1
    return { nonce, serverSeed: this.reader.seeds.serverSeed({ game: 'mines', playerId: player.id, nonce }, source) }
  }

  /** The games of a player that are over, by nonce. */
  async gamesOf(player: TestPlayer): Promise<SettledBet[]> {
    return (await this.betsInTable(player, 'mines')).filter(isSettled)
  }

  /**
   * Everything that must be true of a player of Mines after any failure, when no call is under way. The table has the
   * games of the ledger with their amounts, each ended once, beside the game in progress. Nonces have no gap, and each
   * game used the commitment that the game before it published.
   */
  async expectConsistent(player: TestPlayer): Promise<void> {
    const { game } = await eventually('it is known whether there is a game', () =>
      this.active(player).catch(() => undefined),
    )
    await this.caughtUp()
    const games = await this.gamesOf(player)
    expect(games.map(({ nonce }) => nonce)).toEqual(games.map((_game, index) => index + 1))
    expect(games.slice(1).map(({ serverSeedHash }) => serverSeedHash)).toEqual(
      games.slice(0, -1).map(({ nextServerSeedHash }) => nextServerSeedHash),
    )
    const settled = this.wallet.settled(player.id)
    const isEnded = (betId: string) => settled.some((bet) => bet.betId === betId)
    const reserved = this.wallet.placed(player.id).filter(({ kind }) => kind === 'reserve')
    expect(reserved.filter(({ betId }) => !isEnded(betId)).map(({ betId }) => betId)).toEqual(
      game === null ? [] : [game.id],
    )
    const amounts = ({ betId, stakePaise, payoutPaise }: Pick<SettledBet, 'betId' | 'stakePaise' | 'payoutPaise'>) =>
      `${betId} ${stakePaise} ${payoutPaise}`
    const booked = [...this.wallet.placed(player.id).filter(({ kind }) => kind === 'play'), ...settled]
    expect(booked.map(amounts).sort()).toEqual(games.map(amounts).sort())
  }
}
