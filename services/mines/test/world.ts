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
import { Seeds } from '@kismet/game-kit/seeds'
import { GameWorld, newKey } from '@kismet/game-kit/test/game-world'
import { ServiceProcess } from '@kismet/test-env/service-process'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { EpochSecrets } from '@kismet/service-kit/epoch-secrets'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { eventually } from '@kismet/test-env/eventually'
import { standIn } from '@kismet/test-env/test-bus'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { join } from 'node:path'
import { mines } from '../src/service.ts'

export type Started = WireOutput<typeof startMines>
export type Revealed = WireOutput<typeof revealMinesTile>

interface Source {
  readonly version: string
  readonly epoch: string
  readonly salt: string
  readonly nonce: number
}

interface GameRow {
  readonly bet_id: string
  readonly nonce: number
  readonly stake_paise: number
  readonly payout_paise: number
  readonly hash: string
  readonly next_hash: string
}

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
    const world = new MinesWorld(await GameWorld.parts('mines'), mines)
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
    const { rows } = await this.owner.query<Source & { clientSeed: string; minesCount: number }>(
      `SELECT version, epoch, salt, nonce, client_seed AS "clientSeed", (params ->> 'minesCount')::integer AS "minesCount"
       FROM bet WHERE player_id = $1 ORDER BY nonce DESC LIMIT 1`,
      [player.id],
    )
    const [bet] = rows
    if (bet === undefined) throw new Error('The player has no game')
    return { ...bet, serverSeed: this.#serverSeed(player, bet) }
  }

  /** The seed of the commitment that the player's next game uses. */
  async #next(player: TestPlayer) {
    await this.caughtUp()
    const { rows } = await this.owner.query<Source>(
      `(SELECT next_version AS version, next_epoch AS epoch, next_salt AS salt, nonce + 1 AS nonce FROM bet WHERE player_id = $1
        ORDER BY nonce DESC LIMIT 1) UNION ALL SELECT version, epoch, salt, 1 FROM first_commitment WHERE player_id = $1`,
      [player.id],
    )
    const [source] = rows.toSorted((a, b) => b.nonce - a.nonce)
    if (source === undefined) throw new Error('The player has no commitment')
    return { ...source, serverSeed: this.#serverSeed(player, source) }
  }

  #serverSeed(player: TestPlayer, { nonce, ...source }: Source): string {
    const [epoch = '', secret = ''] = (this.env().SEED_SECRETS ?? '').split(':')
    const seeds = new Seeds(new EpochSecrets([{ epoch, secret }]), systemRandomness)
    return seeds.serverSeed({ game: 'mines', playerId: player.id, nonce }, source)
  }

  /** The games of a player that are over, by nonce. */
  async gamesOf(player: TestPlayer): Promise<GameRow[]> {
    const { rows } = await this.owner.query<GameRow>(
      `SELECT bet_id, nonce, stake_paise, payout_paise, encode(server_seed_hash, 'hex') AS hash, encode(next_server_seed_hash, 'hex') AS next_hash
       FROM bet WHERE player_id = $1 AND settled_at IS NOT NULL ORDER BY nonce`,
      [player.id],
    )
    return rows
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
    expect(games.slice(1).map(({ hash }) => hash)).toEqual(games.slice(0, -1).map(({ next_hash: next }) => next))
    const settled = this.wallet.settled(player.id)
    const isEnded = (betId: string) => settled.some((bet) => bet.betId === betId)
    const reserved = this.wallet.placed(player.id).filter(({ kind }) => kind === 'reserve')
    expect(reserved.filter(({ betId }) => !isEnded(betId)).map(({ betId }) => betId)).toEqual(
      game === null ? [] : [game.id],
    )
    const amounts = (betId: string, stake: number, payout: number) => `${betId} ${stake} ${payout}`
    const booked = [...this.wallet.placed(player.id).filter(({ kind }) => kind === 'play'), ...settled]
    expect(booked.map((bet) => amounts(bet.betId, bet.stakePaise, bet.payoutPaise)).sort()).toEqual(
      games.map((one) => amounts(one.bet_id, one.stake_paise, one.payout_paise)).sort(),
    )
  }
}
