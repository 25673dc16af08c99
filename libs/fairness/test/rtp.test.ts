import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import {
  chanceToReach,
  isVolatilityMode,
  minesAutoRtp,
  minesAutoRtpIsLow,
  minesRtp,
  publishedRtpPercent,
  ratioPercent,
  slotsRtp,
  volatilityDivisors,
} from '../src/index.ts'

const page = readFileSync(new URL('../../../docs/concepts/fairness.md', import.meta.url), 'utf8')
const cells = (row: string): string[] => row.split('|').map((cell) => cell.trim())
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map(cells)
const percents = (text: string): number[] => [...text.matchAll(/([\d.]+)%/g)].map(([, number]) => Number(number))

it('publishes the returns of the four games', () => {
  expect(publishedRtpPercent).toEqual({
    dice: 99,
    slots: 92,
    mines: 95,
    aviator: { mild: 98, normal: 96.97, hard: 95 },
  })
})

describe('the tables of docs/concepts/fairness.md', () => {
  it('have the return and the instant busts of each mode of Aviator', () => {
    const modes = rows.flatMap(([, game, mode, text]) => (game === 'Aviator' && mode && text ? [{ mode, text }] : []))
    const named = modes.filter(({ mode }) => isVolatilityMode(mode))
    expect(named).toHaveLength(3)
    for (const { mode, text } of named) {
      if (!isVolatilityMode(mode)) continue
      const busts = 100 - ratioPercent(chanceToReach(volatilityDivisors[mode], 101), 3)
      expect(percents(text)).toEqual([publishedRtpPercent.aviator[mode], Number(busts.toFixed(3))])
    }
  })

  it('have the returns of Slots and Mines', () => {
    const textOf = (name: string): string => rows.find(([, game]) => game === name)?.[3] ?? ''
    expect(textOf('Slots')).toBe(
      `${slotsRtp.numerator}/${slotsRtp.denominator} = ${ratioPercent(slotsRtp).toFixed(2)}%`,
    )
    const every = Array.from({ length: 24 }, (_, i) => i + 1).flatMap((minesCount) =>
      Array.from({ length: 25 - minesCount }, (_, i) => ratioPercent(minesRtp(minesCount, i + 1))),
    )
    expect(percents(textOf('Mines'))).toEqual([publishedRtpPercent.mines, Math.min(...every), Math.max(...every)])
  })

  it('have the returns of Mines auto, and from where they are marked', () => {
    const table = rows.filter(([, mines, best]) => /^\d+$/.test(mines ?? '') && (best ?? '').endsWith('%'))
    expect(table).toHaveLength(24)
    for (const [, mines, best, marked, all] of table) {
      const minesCount = Number(mines)
      const tiles = Array.from({ length: 25 - minesCount }, (_, i) => i + 1)
      const returns = tiles.map((count) => ratioPercent(minesAutoRtp(minesCount, count)))
      const firstLow = tiles.find((count) => minesAutoRtpIsLow(minesCount, count))
      expect([best, all].map((text) => percents(text ?? ''))).toEqual([[Math.max(...returns)], [returns.at(-1)]])
      expect(marked).toBe(firstLow === undefined ? 'never' : `${firstLow} tiles`)
      expect(tiles.filter((count) => minesAutoRtpIsLow(minesCount, count))).toEqual(
        tiles.filter((count) => count >= (firstLow ?? 25)),
      )
    }
  })
})
