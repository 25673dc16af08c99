import { z } from 'zod'
import { playTimeoutMs, RevealedSeeds } from './fairness.ts'
import { limits } from './limits.ts'
import { MinesCount, TileIndex } from './mines.ts'
import { PlayerBalance, Rupees, rupees } from './money.ts'
import { operation } from './operation.ts'
import { ClientSeed, Hex64, Id, IsoTime, NoInput, Nonce, openEnum } from './primitives.ts'

/** Texts of Mines auto (product spec, 5.11 and 8.5). */
export const minesAutoTexts = {
  noTiles: 'Please select tiles before starting auto mode',
  bet: 'Please enter a valid bet amount',
  tooManyTiles: (most: number): string => `Cannot select more than ${most} tiles`,
  insufficientBalance: 'Insufficient balance for this bet',
  upperBoundary: 'Invalid Upper Balance Boundary',
  lowerBoundary: 'Invalid Lower Balance Boundary',
  settingsSaved: 'Settings updated',
  started: 'Auto Mode Started!',
  stopped: 'Auto Mode Stopped',
  reset: 'Auto Mode Reset',
} as const

/**
 * `paused`: the site is under maintenance, or no `continue` came for 60 s. The next `continue` resumes the run. `stopped` with
 * `startedAt` null: no run was started since the last reset.
 */
export const MinesAutoStatus = z.enum(['running', 'stopped', 'paused', 'error'])
export type MinesAutoStatus = z.output<typeof MinesAutoStatus>

/** `limit_reached`: any rule of safer play. `session_ended`: the session that started the run has ended. */
export const MinesAutoStopReason = z.enum([
  'upper_boundary',
  'lower_boundary',
  'bets_done',
  'insufficient_balance',
  'limit_reached',
  'max_win_exceeded',
  'stopped_by_player',
  'session_ended',
])
export type MinesAutoStopReason = z.output<typeof MinesAutoStopReason>

/** The auto game record. `gameId` is the id of its bet. */
export const MinesAutoGame = z.object({
  gameId: Id,
  bet: Rupees,
  result: openEnum(['win', 'loss']),
  payout: Rupees,
  /** 0 for a loss. */
  multiplier: z.number(),
  /** How many tiles were opened, a mine too: tiles are opened in the order of `selectedTiles` up to the first mine. */
  tilesRevealed: z.int().positive(),
  minePositions: z.array(TileIndex),
  nonce: Nonce,
  createdAt: IsoTime,
})
export type MinesAutoGame = z.output<typeof MinesAutoGame>

const bet = rupees(
  z
    .int({ error: minesAutoTexts.bet })
    .min(limits.mines.minRupees, { error: minesAutoTexts.bet })
    .max(limits.mines.maxRupees, { error: minesAutoTexts.bet }),
)
const boundary = (error: string) =>
  rupees(z.number({ error }).min(0, { error }).max(limits.minesAuto.boundaryMaxRupees, { error }))
const stopAfterBetsText = `stopAfterBets must be a whole number from 1 to ${limits.minesAuto.stopAfterBetsMax}.`
const tilesText = 'selectedTiles must be different tiles from 0 to 24.'
const selectedTiles = z
  .array(TileIndex, { error: tilesText })
  .max(limits.mines.tiles, { error: tilesText })
  .refine((tiles) => new Set(tiles).size === tiles.length, { error: tilesText })
/** The page's own number; the selected tiles are what is opened, and where there are any `settings` answer how many. */
const tilesToReveal = z.int().min(0).max(limits.mines.tiles).optional()

/** A board has no more gems than that. */
const fits = (
  chosen: { readonly minesCount: number; readonly selectedTiles: readonly number[] },
  issues: z.core.$ZodRawIssue[],
) => {
  const most = limits.mines.tiles - chosen.minesCount
  if (chosen.selectedTiles.length <= most) return
  const message = minesAutoTexts.tooManyTiles(most)
  issues.push({ code: 'custom', path: ['selectedTiles'], message, input: chosen.selectedTiles })
}

/** What is set up, and how far a run has come: the one that is under way, else the newest. Numbers of games and `totalProfit` are of that run. */
export const MinesAutoSettings = z.object({
  /** Whether `continue` plays: running, or paused. */
  isActive: z.boolean(),
  betAmount: Rupees,
  minesCount: MinesCount,
  tilesToReveal: z.int().nonnegative(),
  stopAfterBets: z.int().positive().nullable(),
  /** The upper boundary of the balance. */
  stopOnProfit: Rupees.nullable(),
  /** The lower boundary of the balance. */
  stopOnLoss: Rupees.nullable(),
  selectedTiles: z.array(TileIndex),
  status: openEnum(MinesAutoStatus.options),
  stopReason: openEnum(MinesAutoStopReason.options).nullable(),
  betsPlayed: z.int().nonnegative(),
  /** The same number, under the name of the product spec. A service of the previous release leaves it out. */
  betsPlaced: z.int().nonnegative().optional(),
  wins: z.int().nonnegative(),
  losses: z.int().nonnegative(),
  totalProfit: Rupees,
  /** The balances and times of the run; null before a run. `currentBalance` is the balance after its newest game. */
  startingBalance: Rupees.nullable(),
  currentBalance: Rupees.nullable(),
  startedAt: IsoTime.nullable(),
  stoppedAt: IsoTime.nullable(),
})
export type MinesAutoSettings = z.output<typeof MinesAutoSettings>

const answered = z.object({ message: z.string(), settings: MinesAutoSettings })

export const getMinesAutoSettings = operation({
  subject: 'mines.get-auto-settings',
  route: {
    method: 'GET',
    path: '/api/mines/auto/settings',
    access: 'player',
    rate: 'read',
    summary: 'What is set up for Mines auto',
  },
  input: NoInput,
  output: z.object({ settings: MinesAutoSettings }),
  errors: [],
})

/** The same, with the newest games of the run: newest first, 50 at most. */
export const getMinesAutoStatus = operation({
  subject: 'mines.get-auto-status',
  route: {
    method: 'GET',
    path: '/api/mines/auto/status',
    access: 'player',
    rate: 'read',
    summary: 'How far Mines auto has come',
  },
  input: NoInput,
  output: z.object({ settings: MinesAutoSettings.extend({ gamesPlayed: z.array(MinesAutoGame) }) }),
  errors: [],
})

/** Sets up the next run; refused during a run. An absent or null boundary or number of bets means no limit. */
export const setMinesAutoSettings = operation({
  subject: 'mines.set-auto-settings',
  route: {
    method: 'POST',
    path: '/api/mines/auto/settings',
    access: 'player',
    rate: 'command',
    summary: 'Set up Mines auto',
  },
  input: z
    .object({
      selectedTiles,
      betAmount: bet,
      minesCount: MinesCount,
      tilesToReveal,
      stopAfterBets: z
        .int({ error: stopAfterBetsText })
        .min(1, { error: stopAfterBetsText })
        .max(limits.minesAuto.stopAfterBetsMax, { error: stopAfterBetsText })
        .nullish(),
      stopOnProfit: boundary(minesAutoTexts.upperBoundary).nullish(),
      stopOnLoss: boundary(minesAutoTexts.lowerBoundary).nullish(),
    })
    .check(({ value, issues }) => fits(value, issues)),
  output: answered,
  errors: ['auto_running'],
})

/** Begins a run with these and with the boundaries of the settings. It plays no game itself. */
export const startMinesAuto = operation({
  subject: 'mines.start-auto',
  route: {
    method: 'POST',
    path: '/api/mines/auto/start',
    access: 'player',
    rate: 'command',
    closedInMaintenance: true,
    summary: 'Start Mines auto',
  },
  // In the order of the product spec, 5.11.
  input: z
    .object({
      selectedTiles: selectedTiles.min(1, { error: minesAutoTexts.noTiles }),
      betAmount: bet,
      minesCount: MinesCount,
      tilesToReveal,
    })
    .check(({ value, issues }) => fits(value, issues)),
  output: answered,
  errors: [
    'maintenance',
    'auto_running',
    'game_active',
    'insufficient_balance',
    'invalid_boundary',
    'max_win_exceeded',
  ],
  timeoutMs: playTimeoutMs,
})

/**
 * Plays the next game of the run, one at most every 1.5 s a player. Too early, `game` is null and `retryAfterMs` says for how long. When the run has ended, with this
 * game or before it, `stopped` is true, with its reason.
 */
export const continueMinesAuto = operation({
  subject: 'mines.continue-auto',
  route: {
    method: 'POST',
    path: '/api/mines/auto/continue',
    access: 'player',
    rate: 'bet',
    idempotent: true,
    closedInMaintenance: true,
    summary: 'Play the next game of Mines auto',
  },
  input: z.object({ clientSeed: ClientSeed.optional(), serverSeedHash: Hex64.optional() }),
  output: z.object({
    stopped: z.boolean(),
    /** Null during a run, after an error, and before the first run. */
    reason: openEnum(MinesAutoStopReason.options).nullable(),
    game: MinesAutoGame.nullable(),
    settings: MinesAutoSettings,
    ...PlayerBalance.shape,
    bonusReleased: z.boolean(),
    /** How long to wait before the next `continue`; 0 after the end of the run. */
    retryAfterMs: z.int().nonnegative(),
    /** The seeds of the game; absent without one. */
    ...RevealedSeeds.partial().shape,
  }),
  errors: ['maintenance', 'commitment_changed', 'game_active', 'idempotency_conflict'],
  timeoutMs: playTimeoutMs,
})

/** Ends the run. Without a run it answers how the newest run ended. */
export const stopMinesAuto = operation({
  subject: 'mines.stop-auto',
  route: {
    method: 'POST',
    path: '/api/mines/auto/stop',
    access: 'player',
    rate: 'command',
    summary: 'Stop Mines auto',
  },
  input: NoInput,
  output: answered,
  errors: [],
  timeoutMs: playTimeoutMs,
})

/** Ends a run and returns to the set-up. The figures of the run leave `settings`; the set-up stays. */
export const resetMinesAuto = operation({
  subject: 'mines.reset-auto',
  route: {
    method: 'POST',
    path: '/api/mines/auto/reset',
    access: 'player',
    rate: 'command',
    summary: 'Reset Mines auto',
  },
  input: NoInput,
  output: answered,
  errors: [],
  timeoutMs: playTimeoutMs,
})
