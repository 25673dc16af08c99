import { z } from 'zod'
import { Commitment, getBetProof, playErrors, playTimeoutMs, RevealedSeeds } from './fairness.ts'
import { limits } from './limits.ts'
import { PlayerBalance, Rupees, rupeesBetween } from './money.ts'
import { operation } from './operation.ts'
import { ClientSeed, Hex64, Id, IsoTime, NoInput, Nonce, openEnum } from './primitives.ts'

/** What a game that is not to be had is answered with: `not_found` (product spec, 8.3). */
export const minesTexts = {
  notFound: 'Game not found',
  notOwned: 'You do not own this game',
  beyondBalance: 'Please enter a valid bet amount within your balance.',
} as const

const minesCountText = 'Mines count must be between 1 and 24.'
const tileText = `tileIndex must be a whole number from 0 to ${limits.mines.tiles - 1}.`

export const MinesCount = z
  .int({ error: minesCountText })
  .min(1, { error: minesCountText })
  .max(limits.mines.countMax, { error: minesCountText })

/** A tile of the board, by rows. */
export const TileIndex = z
  .int({ error: tileText })
  .min(0, { error: tileText })
  .max(limits.mines.tiles - 1, { error: tileText })

/**
 * A game as its player may see it. It has no places of mines while it is active. `revealedTiles` are in the order of opening,
 * with a mine last. At the end `potentialPayout` is the payout and `multiplier` its multiplier: 0 after a mine, 1 for a
 * returned stake.
 */
export const MinesGame = z.object({
  id: Id,
  bet: Rupees,
  minesCount: MinesCount,
  isActive: z.boolean(),
  revealedTiles: z.array(TileIndex),
  multiplier: z.number(),
  potentialPayout: Rupees,
  serverSeedHash: Hex64,
  nonce: Nonce,
  clientSeed: ClientSeed,
  /** Only when it is over, sorted. */
  minePositions: z.array(TileIndex).optional(),
  /** Only when it is over. */
  serverSeed: Hex64.optional(),
})

/** What the board says beside its tiles. After a mine all but the risk stands as it was before it. */
const board = {
  /** Of the next tiles, the next one first, 8 at most. */
  nextMultipliers: z.array(z.number()),
  /** The chance that the next tile is a mine, in per cent; null when no tile can be opened any more. */
  mineRiskPercent: z.number().nullable(),
  /** Gems that are still closed. */
  gemsLeft: z.int().nonnegative(),
}

/** What a player names a game with; any text, so that one which no game has is told so. */
const GameId = z.string({ error: 'gameId must be a text.' }).max(64, { error: 'gameId is not valid.' })

export const startMines = operation({
  subject: 'mines.start',
  route: {
    method: 'POST',
    path: '/api/mines/start',
    access: 'player',
    rate: 'bet',
    idempotent: true,
    closedInMaintenance: true,
    summary: 'Start a game of Mines',
  },
  input: z.object({
    bet: rupeesBetween(limits.mines.minRupees, limits.mines.maxRupees, minesTexts.beyondBalance),
    minesCount: MinesCount,
    clientSeed: ClientSeed.optional(),
    serverSeedHash: Hex64.optional(),
  }),
  output: z.object({
    game: MinesGame,
    ...board,
    serverSeedHash: Hex64,
    clientSeed: ClientSeed,
    nonce: Nonce,
    ...PlayerBalance.shape,
    /** Always false: a start settles no bet. */
    bonusReleased: z.boolean(),
  }),
  errors: [...playErrors, 'game_active', 'auto_running'],
  timeoutMs: playTimeoutMs,
})

/** Opens a tile. A tile that is open answers its first reveal again, also after later reveals. */
export const revealMinesTile = operation({
  subject: 'mines.reveal',
  route: {
    method: 'POST',
    path: '/api/mines/reveal',
    access: 'player',
    rate: 'bet',
    idempotent: true,
    summary: 'Open a tile of Mines',
  },
  input: z.object({ gameId: GameId, tileIndex: TileIndex }),
  output: z.object({
    result: openEnum(['gem', 'mine']),
    multiplier: z.number(),
    potentialPayout: Rupees,
    ...board,
    game: MinesGame,
    bonusReleased: z.boolean(),
    /** True when a gem ended the game: it was the last one, or the next multiplier would pass the maximum win. Absent else. */
    cashedOut: z.literal(true).optional(),
    /** From here on only when this tile has ended the game. */
    payout: Rupees.optional(),
    ...PlayerBalance.partial().shape,
    ...RevealedSeeds.partial().shape,
  }),
  errors: ['not_found', 'game_not_active', 'idempotency_conflict'],
  timeoutMs: playTimeoutMs,
})

/** Ends a game with what its open tiles are worth. */
export const cashOutMines = operation({
  subject: 'mines.cash-out',
  route: {
    method: 'POST',
    path: '/api/mines/cashout',
    access: 'player',
    rate: 'bet',
    idempotent: true,
    summary: 'Cash out of a game of Mines',
  },
  input: z.object({ gameId: GameId }),
  output: RevealedSeeds.extend({
    game: MinesGame,
    payout: Rupees,
    multiplier: z.number(),
    ...PlayerBalance.shape,
    bonusReleased: z.boolean(),
    message: z.string(),
  }),
  errors: ['not_found', 'game_not_active', 'no_tile_revealed', 'idempotency_conflict'],
  timeoutMs: playTimeoutMs,
})

/** The player's game in progress. Without one, `game` is null, `nextMultipliers` is empty, and risk and gems are null. */
export const getActiveMines = operation({
  subject: 'mines.get-active',
  route: {
    method: 'GET',
    path: '/api/mines/active',
    access: 'player',
    rate: 'read',
    summary: 'The own game of Mines that is not over',
  },
  input: NoInput,
  output: z.object({
    game: MinesGame.nullable(),
    ...board,
    gemsLeft: board.gemsLeft.nullable(),
    ...PlayerBalance.shape,
  }),
  errors: [],
})

export const getMinesCommitment = operation({
  subject: 'mines.get-commitment',
  route: {
    method: 'GET',
    path: '/api/fairness/mines',
    access: 'player',
    rate: 'read',
    summary: 'The commitment of the next game of Mines',
  },
  input: NoInput,
  output: Commitment,
  errors: [],
})

/** The proof of a game of Mines: `getBetProof` asks here for its bets. */
export const getMinesProof = operation({
  subject: 'mines.get-bet-proof',
  callers: ['gateway'],
  access: 'player',
  input: getBetProof.input,
  output: getBetProof.output,
  errors: getBetProof.errors,
})

/** The newest own games of Mines that are over, by hand and automatic alike, newest first, for the page's list. */
export const listMinesPlays = operation({
  subject: 'mines.list-plays',
  route: {
    method: 'GET',
    path: '/api/mines/plays',
    access: 'player',
    rate: 'read',
    summary: 'The newest own games of Mines',
  },
  input: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20) }),
  output: z.object({
    plays: z.array(
      z.object({
        betId: Id,
        mode: openEnum(['manual', 'auto']),
        minesCount: MinesCount,
        /** In the order in which they were opened, one that was a mine last. */
        revealedTiles: z.array(TileIndex),
        minePositions: z.array(TileIndex),
        /** `refund`: no tile was opened for 30 days, and the stake was returned. */
        result: openEnum(['win', 'loss', 'refund']),
        /** 0 for a loss, 1 for a refund. */
        multiplier: z.number(),
        bet: Rupees,
        payout: Rupees,
        createdAt: IsoTime,
      }),
    ),
  }),
  errors: [],
})
