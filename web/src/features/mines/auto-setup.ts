import { limits, paise } from '@kismet/contracts'
import type { Input, setMinesAutoSettings } from '@kismet/contracts'
import {
  minesAutoMultiplierHundredths,
  minesAutoRtp,
  minesAutoRtpIsLow,
  minesAutoWinPaise,
  minesWinChance,
  ratioPercent,
} from '@kismet/fairness'
import type { RandomBytes } from '@kismet/fairness'
import { amountTextShort, parseRupees, rupeesText } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { codeText } from '../../core/error-text.ts'
import type { AutoStatus } from './auto-api.ts'

/** What stands in the fields of the page, as typed. */
export const AutoTexts = z.object({
  bet: z.string(),
  mines: z.string(),
  stopAfter: z.string(),
  upper: z.string(),
  lower: z.string(),
  tiles: z.array(z.int().min(0).max(24)),
})
export type AutoTexts = z.output<typeof AutoTexts>

const { minesAuto, mines } = limits
export const autoTextsAtFirst: AutoTexts = {
  bet: String(minesAuto.betRupeesDefault),
  mines: String(minesAuto.minesCountDefault),
  stopAfter: '',
  upper: '',
  lower: '',
  tiles: [],
}

/** The fields as the server has them. */
export function textsOf(settings: AutoStatus): AutoTexts {
  const { betAmount, minesCount, stopAfterBets, stopOnProfit, stopOnLoss, selectedTiles } = settings
  return {
    bet: rupeesText(betAmount),
    mines: String(minesCount),
    stopAfter: stopAfterBets === null ? '' : String(stopAfterBets),
    upper: stopOnProfit === null ? '' : amountTextShort(stopOnProfit),
    lower: stopOnLoss === null ? '' : amountTextShort(stopOnLoss),
    tiles: selectedTiles,
  }
}

/** A bet as it is typed: whole rupees, without leading zeros; paise are cut off. */
export const betText = (typed: string): string => typed.replace(/\..*|\D/g, '').replace(/^0+(?=\d)/, '')

/** How many tiles can be picked beside that many mines. */
export const mostTiles = (minesCount: number): number => mines.tiles - minesCount

/** What stands in a field: null for nothing where it may be empty, undefined for what is none. */
export function boundaryOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const amountPaise = parseRupees(text)
  return amountPaise === null || amountPaise > minesAuto.boundaryMaxRupees * 100 ? undefined : amountPaise
}
export const stopAfterOf = (text: string): number | null | undefined =>
  text.trim() === '' ? null : wholeOf(text, minesAuto.stopAfterBetsMax)
export const autoMinesOf = (text: string): number | undefined => wholeOf(text, mines.countMax)

/** A whole number from 1 to `most`; undefined for any other text. */
function wholeOf(text: string, most: number): number | undefined {
  const whole = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0
  return whole >= 1 && whole <= most ? whole : undefined
}

/** What the fields say, or undefined while one of them says nothing that could be kept to. */
export function settingsOf(texts: AutoTexts): Input<typeof setMinesAutoSettings> | undefined {
  const [stopOnProfit, stopOnLoss] = [boundaryOf(texts.upper), boundaryOf(texts.lower)]
  const [stopAfterBets, minesCount] = [stopAfterOf(texts.stopAfter), autoMinesOf(texts.mines)]
  if (stopOnProfit === undefined || stopOnLoss === undefined) return undefined
  if (stopAfterBets === undefined || minesCount === undefined) return undefined
  return {
    betAmount: paise((parseRupees(texts.bet) ?? 0) || 0),
    minesCount,
    selectedTiles: texts.tiles,
    tilesToReveal: texts.tiles.length,
    stopAfterBets,
    stopOnProfit: stopOnProfit === null ? null : paise(stopOnProfit),
    stopOnLoss: stopOnLoss === null ? null : paise(stopOnLoss),
  }
}

/** Why a run does not start, in the order of the spec (5.11), or null. */
export function startProblem(
  { betAmount, minesCount, selectedTiles, stopOnProfit, stopOnLoss }: Input<typeof setMinesAutoSettings>,
  balancePaise: number,
): string | null {
  if (selectedTiles.length === 0) return t`Please select tiles before starting auto mode`
  if (betAmount <= 0) return t`Please enter a valid bet amount`
  if (betAmount > balancePaise) return t`Insufficient balance for this bet`
  if (typeof stopOnProfit === 'number' && stopOnProfit < balancePaise)
    return t`Invalid Upper Balance Boundary: it cannot be less than your balance.`
  if (typeof stopOnLoss === 'number' && stopOnLoss > balancePaise)
    return t`Invalid Lower Balance Boundary: it cannot be more than your balance.`
  const most = mostTiles(minesCount)
  if (selectedTiles.length > most) return t`Cannot select more than ${most} tiles`
  if (betAmount > mines.maxRupees * 100) return t`Please enter a valid bet amount`
  const win = minesAutoWinPaise({ stakePaise: betAmount, minesCount, tiles: selectedTiles.length })
  return win > limits.maxWinPaise
    ? codeText({ code: 'max_win_exceeded', params: { max: limits.maxWinPaise / 100 } })
    : null
}

/** What a selection pays, how often, and what of the stakes comes back. */
export interface Preview {
  readonly multiplier: number
  /** What the bet is paid. 0 for what is no bet. */
  readonly winPaise: number
  readonly chancePercent: number
  readonly rtpPercent: number
  readonly isLow: boolean
}

/** The preview of a selection; null for none, and for more tiles than there are gems. */
export function previewOf(minesCount: number, tiles: number, betPaise: number): Preview | null {
  if (tiles < 1 || tiles > mostTiles(minesCount)) return null
  const isBet = betPaise > 0 && betPaise <= mines.maxRupees * 100
  return {
    multiplier: minesAutoMultiplierHundredths(minesCount, tiles) / 100,
    winPaise: isBet ? minesAutoWinPaise({ stakePaise: betPaise, minesCount, tiles }) : 0,
    chancePercent: ratioPercent(minesWinChance(minesCount, tiles)),
    rtpPercent: ratioPercent(minesAutoRtp(minesCount, tiles)),
    isLow: minesAutoRtpIsLow(minesCount, tiles),
  }
}

/** Up to 5 tiles by chance, as many as the mines leave. */
export function randomTiles(minesCount: number, randomBytes: RandomBytes): number[] {
  const count = Math.min(minesAuto.randomTilesMax, mostTiles(minesCount))
  const keys = randomBytes(mines.tiles * 2)
  const key = (tile: number): number => ((keys[tile * 2] ?? 0) << 8) | (keys[tile * 2 + 1] ?? 0)
  const all = Array.from({ length: mines.tiles }, (_, tile) => tile)
  return all
    .sort((a, b) => key(a) - key(b) || a - b)
    .slice(0, count)
    .sort((a, b) => a - b)
}
