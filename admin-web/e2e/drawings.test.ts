import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { FakeGateway, ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getRoundReplay, listRoundBets } from '@kismet/contracts'
import { flightInstantMs, toHundredths } from '@kismet/fairness'
import { eventually } from '@kismet/test-env/eventually'
import { TestPages } from '@kismet/test-env/pictures/test-pages'
import type { Page } from 'playwright-core'
import { round, roundBets } from '../src/testing/replays.ts'
import { picturedPages } from './pictured-pages.ts'

// A page of the whole app, on a machine that may have more to do.
jest.setTimeout(60_000)
const settleMs = 5_000

/** A round that crashed there, with a bet for each multiplier that was cashed out. */
function answerRound(answers: FakeGateway, crashPoint: number, cashOuts: readonly number[]): void {
  const { takeoffAt, ...flown } = round()
  const endedAt = new Date(Date.parse(takeoffAt ?? '') + flightInstantMs(toHundredths(crashPoint))).toISOString()
  answers.answer(getRoundReplay, () => ok({ round: { ...flown, takeoffAt, endedAt, crashPoint } }))
  const bets = roundBets()
    .bets.slice(0, 1)
    .flatMap((bet) =>
      cashOuts.map((multiplier, n) => ({
        ...{ ...bet, betId: bet.betId.replace(/..$/, String(10 + n)) },
        cashOut: bet.cashOut && { ...bet.cashOut, multiplier },
      })),
    )
  answers.answer(listRoundBets, () => ok({ bets, nextCursor: null }))
}

/** How many marks of the flight have words, and what is wrong with their places. */
function wordsIn(page: Page): Promise<{ count: number; faults: string[] }> {
  return page.getByRole('img', { name: /^The flight of / }).evaluate((flight) => {
    const whole = flight.getBoundingClientRect()
    const curve = (flight.querySelector('polyline')?.getAttribute('points') ?? '')
      .split(' ')
      .map((point) => point.split(',').map(Number))
      .map(([x = 0, y = 0]) => [whole.left + (x / 100) * whole.width, whole.top + (y / 100) * whole.height] as const)
    const isOver = (one: DOMRect, other: DOMRect, byPx = 0): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > byPx
    const dots = [...flight.querySelectorAll('[title]')].map((mark) => {
      const { x, y } = mark.getBoundingClientRect()
      return new DOMRect(x - 6, y - 6, 12, 12)
    })
    // It stands there while the flight is played.
    const number = flight.appendChild(document.createElement('output'))
    number.textContent = '00.00x'
    const numberBox = number.getBoundingClientRect()
    number.remove()
    const all = [...flight.querySelectorAll('span > small')].map((small) => ({
      words: small.textContent,
      box: small.getBoundingClientRect(),
    }))
    const faults = all.flatMap(({ words, box }, n) => {
      const { left, right, top, bottom } = whole
      const isOut = box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1
      const isStruck = curve.some(([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom - 1)
      return [
        ...(isOut ? [`${words} is outside`] : []),
        ...(isStruck ? [`the curve runs through ${words}`] : []),
        ...(all.slice(0, n).some((other) => isOver(box, other.box, 4)) ? [`${words} stands over others`] : []),
        ...(dots.some((dot) => isOver(box, dot)) ? [`${words} stands over a mark`] : []),
        ...(isOver(box, numberBox) ? [`${words} stands over the number`] : []),
      ]
    })
    return { count: all.length, faults }
  })
}

describe('the words at a flight', () => {
  let pages: TestPages
  beforeAll(async () => {
    pages = await TestPages.open('admin-web')
  }, 180_000)
  afterAll(() => pages.close())

  it.each<{ crashPoint: number; cashOuts: number[]; named: Record<360 | 1440, number> }>([
    { crashPoint: 1, cashOuts: [], named: { 360: 1, 1440: 1 } },
    { crashPoint: 1.01, cashOuts: [], named: { 360: 1, 1440: 1 } },
    { crashPoint: 1.03, cashOuts: [1.01, 1.02], named: { 360: 1, 1440: 3 } },
    { crashPoint: 1.5, cashOuts: [1.01, 1.2, 1.21, 1.4], named: { 360: 4, 1440: 4 } },
    { crashPoint: 10, cashOuts: [1.2, 2, 2.2, 9.9], named: { 360: 2, 1440: 3 } },
    { crashPoint: 10, cashOuts: [9.5, 9.6, 9.7], named: { 360: 1, 1440: 1 } },
    { crashPoint: 21.87, cashOuts: [1.73, 3.1], named: { 360: 2, 1440: 3 } },
  ])(
    'are all inside of it, above its curve and over nothing else, of one that crashes at $crashPoint after $cashOuts',
    async ({ crashPoint, cashOuts, named }) => {
      const pictured = picturedPages.find(({ name }) => name === 'rounds-aviator')
      if (!pictured) throw new Error('No page has a flight')
      const answers = new FakeGateway()
      answerRound(answers, crashPoint, cashOuts)
      const { path, storage, reply } = pictured
      const page = await pages.openPage({
        ...{ path, storage, serverTime: Date.now(), acknowledge: () => null },
        reply: (url, call) => (url.includes('/api/admin/rounds/') ? answers : { reply }).reply(url, call),
      })
      for (const width of [360, 1440] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.getByRole('img', { name: new RegExp(` with ${cashOuts.length} cash-outs$`) }).waitFor()
        const wanted = { count: named[width], faults: [] as string[] }
        let found = { count: 0, faults: [] as string[] }
        const isRight = async (): Promise<boolean> => isDeepStrictEqual((found = await wordsIn(page)), wanted)
        // One of another size is drawn anew some frames later.
        await eventually('its words stand as they should', isRight, settleMs).catch(() => null)
        expect({ width, ...found }).toEqual({ width, ...wanted })
      }
      await page.close()
    },
  )
})
