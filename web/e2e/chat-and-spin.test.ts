import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { TestPages } from '@kismet/test-env/pictures/test-pages'
import type { Page } from 'playwright-core'
import { goOffline } from './game-states.ts'
import type { Look } from './open-game.ts'
import { action, lostPointsOf, openGame, press, showIn, write } from './open-game.ts'

const wayToChat = 'a[href*="wa.me"]'
/** Low and usual phones and tablets, upright and on their sides: some have the chat beside the action, some below it. */
const allWindows: readonly Look[] = [
  ...[537, 568, 612, 640, 680, 720, 740, 780, 781, 800, 860].map((height) => ({ width: 360, height })),
  ...[
    [320, 568],
    [430, 781],
    [640, 700],
    [768, 800],
    [820, 880],
    [768, 1024],
    [568, 320],
    [640, 360],
    [740, 360],
    [800, 280],
    [800, 360],
    [844, 340],
    [896, 414],
    [915, 412],
  ].map(([width = 0, height = 0]) => ({ width, height })),
  ...['130%', '200%'].flatMap((text) =>
    [680, 740, 800, 915].map((height) => ({ width: height < 900 ? 360 : 412, height, text })),
  ),
]

/** Both SPIN and the chat can be pressed, however far the page is scrolled. */
async function expectBoth(page: Page, look: Look): Promise<void> {
  await showIn(page, look)
  expect([look, await lostPointsOf(page.locator(action))]).toEqual([look, []])
  for (const top of [0, 20, 40, 80, 160, 320]) {
    await page.evaluate((y) => window.scrollTo(0, y), top)
    expect([look, top, await lostPointsOf(page.locator(wayToChat))]).toEqual([look, top, []])
  }
}

/** Runs in the page: whether a button is as wide as its form. */
const isWhole = (selector: string): boolean => {
  const button = document.querySelector<HTMLElement>(selector)
  return button?.offsetWidth === button?.parentElement?.offsetWidth
}

/** How far the page is scrolled where a press on its action opens the chat. */
const scrollsWithChatIn = (page: Page): Promise<number[]> =>
  page.locator(action).evaluate((button, chat) => {
    const opensChat = (scroll: number): boolean => {
      window.scrollTo(0, scroll)
      const { left, width, top, height } = button.getBoundingClientRect()
      const points = [0.1, 0.5, 0.9].flatMap((down) =>
        [0.5, 0.75, 0.85, 0.97].map((across) => [left + across * width, top + down * height] as const),
      )
      return points.some(([x, y]) => document.elementFromPoint(x, y)?.closest(chat) instanceof Element)
    }
    return [0, 20, 40, 60, 80, 100, 120].filter(opensChat)
  }, wayToChat)

/** The chat floats over the page of Slots, and so does SPIN where its form is longer than the window. */
describe('SPIN and the way to the chat', () => {
  let pages: TestPages

  beforeAll(async () => {
    pages = await TestPages.open('web')
  }, 180_000)
  afterAll(() => pages.close())

  async function openSlots(): Promise<Page> {
    const page = await openGame(pages, '/casino/slots')
    await page.locator(wayToChat).waitFor()
    return page
  }

  it('can both be pressed in every window', async () => {
    const page = await openSlots()
    for (const look of allWindows) await expectBoth(page, look)
    await page.close()
  })

  it('can both be pressed where a strip above tells that the connection is away', async () => {
    const page = await openSlots()
    await goOffline(page)
    for (const height of [740, 781, 790, 800, 815, 860]) await expectBoth(page, { width: 360, height })
    await page.close()
  })

  it('come to share a line when what is told of a stake pushes them together in a window that stays as it is', async () => {
    const page = await openSlots()
    await showIn(page, { width: 360, height: 760 })
    expect(await page.evaluate(isWhole, action)).toBe(true)
    await write('amount', '5000')(page)
    await press(page)
    await page.waitForFunction(`!(${String(isWhole)})('${action}')`)
    expect(await lostPointsOf(page.locator(action))).toEqual([])
    expect(await lostPointsOf(page.locator(wayToChat))).toEqual([])
    await page.close()
  })

  it.each([
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ])('stay where they are when the connection goes, in $width x $height', async (size) => {
    const page = await openSlots()
    await showIn(page, size)
    const stands = () => Promise.all([action, wayToChat].map((one) => page.locator(one).boundingBox()))
    const before = await stands()
    await goOffline(page)
    expect(await stands()).toEqual(before)
    await page.close()
  })

  it('share a line only where they would meet: else SPIN is as wide as its form', async () => {
    const page = await openSlots()
    for (const [width, height, whole] of [
      [360, 680, false],
      [360, 800, true],
      [390, 844, true],
      [768, 1024, true],
      [640, 360, true],
      [800, 360, true],
    ] as const) {
      await showIn(page, { width, height })
      expect([width, height, await page.evaluate(isWhole, action)]).toEqual([width, height, whole])
    }
    await page.close()
  })

  it('leave what a proof ends with to be seen, on a phone on its side', async () => {
    const page = await openSlots()
    for (const [width, height] of [
      [640, 360],
      [740, 360],
      [844, 340],
    ] as const) {
      await showIn(page, { width, height })
      const chat = await page.locator(wayToChat).boundingBox()
      const end = await page.getByText('Committed', { exact: true }).boundingBox()
      expect(end && end.x + end.width).toBeLessThanOrEqual(chat?.x ?? 0)
    }
    await page.close()
  })

  it('leave what a proof ends with to be seen at the end of the page, on a phone', async () => {
    const page = await openSlots()
    await showIn(page, { width: 360, height: 800 })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect(await lostPointsOf(page.getByText('Committed', { exact: true }))).toEqual([])
    await page.close()
  })

  it('are never pressed for each other: SPIN below what is told of a stake above the balance', async () => {
    const page = await openSlots()
    await write('amount', '5000')(page)
    await press(page)
    await page.locator('form [role=alert]').waitFor()
    for (const look of allWindows) {
      await showIn(page, look)
      expect([look, await scrollsWithChatIn(page)]).toEqual([look, []])
    }
    await page.close()
  })
})
