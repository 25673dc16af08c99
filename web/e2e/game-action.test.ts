import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { TestPages } from '@kismet/test-env/pictures/test-pages'
import type { Locator, Page } from 'playwright-core'
import { keptForm } from './game-states.ts'
import type { Look } from './open-game.ts'
import { action, lostPointsOf, openGame, press, showIn, write } from './open-game.ts'

/** What browsers leave of low phones. */
const lowPhones = [
  { width: 360, height: 680 },
  { width: 360, height: 612 },
] as const

/** An automatic run of Dice that the tab keeps; its next press goes on. */
const runOfDice = {
  'form:dice': keptForm({ mode: 'auto', rollOverHundredths: 5_050 }),
  'form:run:dice': keptForm({ bets: 10, betsDone: 3, netPaise: -20_000, stakePaise: 40_000 }),
}

/** What of a form stands under its action. */
const coveredIn = (page: Page, told: string): Promise<string[]> =>
  page.locator(action).evaluate((button, selector) => {
    const over = button.getBoundingClientRect()
    const parts = [...(button.parentElement?.querySelectorAll(selector) ?? [])]
    if (parts.length === 0) throw new Error('Nothing is told any more')
    return parts.flatMap((part) => {
      const { top, bottom } = part.getBoundingClientRect()
      return top < over.bottom && over.top < bottom ? [part.textContent] : []
    })
  }, told)

/** Windows in which the number of a roll and what is told of it share a line, if both fit into it, and a higher one. */
const windowsOfRolls: readonly Look[] = [
  ...['100%', '130%', '150%', '200%'].map((text) => ({ width: 360, height: 740, text })),
  { width: 360, height: 800, text: '200%' },
  { width: 320, height: 640 },
  { width: 568, height: 320 },
  { width: 740, height: 360 },
]

/** Which sides of what holds a tag its words go past. */
const cutOffOf = (tag: Locator): Promise<string[]> =>
  tag.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const words = range.getBoundingClientRect()
    return [element, element.closest('section') ?? element].flatMap((holder) => {
      const { left, right, top, bottom } = holder.getBoundingClientRect()
      const past = {
        left: left - words.left,
        right: words.right - right,
        top: top - words.top,
        bottom: words.bottom - bottom,
      }
      return Object.entries(past).flatMap(([side, px]) =>
        px > 1 ? [`${holder.tagName} ${side} ${Math.ceil(px)} px`] : [],
      )
    })
  })

/** The action of a game stays above the bar below while its form is scrolled; here is what it must not lie on, nor what on it. */
describe('the action of a game', () => {
  let pages: TestPages

  beforeAll(async () => {
    pages = await TestPages.open('web')
  }, 180_000)
  afterAll(() => pages.close())

  it.each([
    {
      path: '/casino/slots',
      what: 'a stake below the least, with its ways out',
      act: write('amount', '7'),
      told: '[class*=chips] > button',
    },
    { path: '/casino/slots', what: 'a bet without an answer', act: press, told: '[class*=why]' },
    {
      path: '/casino/dice',
      what: 'a stake below the least, with its ways out',
      act: write('amount', '7'),
      told: '[class*=chips] > button',
    },
    { path: '/casino/dice', what: 'a bet without an answer', act: press, told: '[class*=why]' },
    {
      path: '/casino/aviator',
      what: 'a stake below the least, with its ways out',
      act: write('amount', '7'),
      told: '[class*=chips] > button',
    },
    { path: '/casino/aviator', what: 'a target that is none', act: write('autoCashout', '900'), told: '[role=alert]' },
    { path: '/casino/aviator', what: 'a bet without an answer', act: press, told: '[class*=why]' },
  ])('does not hide what is told above it: $path, $what', async ({ path, act, told }) => {
    const page = await openGame(pages, path)
    await page.locator('form button[class*=big]:not(:disabled, [aria-disabled])').first().waitFor()
    await act(page)
    await page.locator(`form ${told}`).first().waitFor()
    for (const size of lowPhones) {
      await page.setViewportSize(size)
      await page.evaluate(() => window.scrollTo(0, 0))
      expect([size, await coveredIn(page, `${told}, [role=alert]`)]).toEqual([size, []])
    }
    await page.close()
  })

  it.each(['/casino/aviator', '/casino/dice', '/casino/slots'])(
    'covers no field in a window with a keyboard, and a press on a field does not bet: %s',
    async (path) => {
      const page = await openGame(pages, path)
      await page.locator('form button[class*=big]:not(:disabled, [aria-disabled])').first().waitFor()
      await showIn(page, { width: 360, height: 420 })
      const field = page.locator('form input[inputmode=decimal]').last()
      for (let y = 0; y <= 800; y += 40) {
        await page.evaluate((top) => window.scrollTo(0, top), y)
        expect([y, await coveredIn(page, 'input, dl, p')]).toEqual([y, []])
      }
      await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const { x = 0, y = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {}
      await page.mouse.click(x + width / 2, y + height / 2)
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await page.locator('form [class*=why]').count()).toBe(0)
      await page.close()
    },
  )

  it('is opaque and in the window while it cancels the bet for the next round', async () => {
    const page = await openGame(pages, '/casino/aviator', {}, 'flying')
    const cancel = page.getByRole('button', { name: /^Cancel bet/ })
    await page.getByRole('button', { name: /^Bet next round/ }).click()
    await cancel.waitFor()
    for (const size of lowPhones) {
      await showIn(page, size)
      expect([size, await lostPointsOf(cancel)]).toEqual([size, []])
    }
    expect(await cancel.evaluate((button) => getComputedStyle(button).getPropertyValue('--ctl-fill'))).not.toBe(
      'transparent',
    )
    await page.close()
  })

  it('leaves the crash points of Aviator in the window, and is in it itself', async () => {
    const page = await openGame(pages, '/casino/aviator')
    const points = page.locator('section a[href^="/round/"]')
    for (const size of [
      ...lowPhones,
      { width: 360, height: 579 },
      { width: 360, height: 560 },
      { width: 320, height: 568 },
    ]) {
      await showIn(page, size)
      await points.first().scrollIntoViewIfNeeded()
      expect([size, await lostPointsOf(points.first()), await lostPointsOf(page.locator(action))]).toEqual([
        size,
        [],
        [],
      ])
      // Those that do not fit are moved through.
      await points.last().scrollIntoViewIfNeeded()
      expect([size, (await lostPointsOf(points.last())).includes(0.5)]).toEqual([size, false])
    }
    await page.close()
  })

  it('is opaque where it stays over what is scrolled below it: Stop of a run of Dice', async () => {
    const page = await openGame(pages, '/casino/dice', runOfDice)
    await press(page)
    const stop = page.locator('form > button[class*=danger]')
    const ground = (): Promise<string> =>
      stop.evaluate(async (button) => {
        await Promise.all(button.getAnimations().map(({ finished }) => finished))
        return getComputedStyle(button).backgroundColor
      })
    await stop.waitFor()
    expect(await ground()).toMatch(/^rgb\(/)
    await stop.hover()
    expect(await ground()).toMatch(/^rgb\(/)
    await page.close()
  })

  it('leaves Stop of a run of Dice, and what is told of its bet, in the window while that has no answer', async () => {
    const page = await openGame(pages, '/casino/dice', runOfDice)
    await press(page)
    await page.locator('form > [class*=why]').waitFor()
    for (const size of lowPhones) {
      await page.setViewportSize(size)
      await page.evaluate(() => window.scrollTo(0, 0))
      for (const part of ['form > button[class*=danger]', 'main p[role=status] > span'])
        expect([size, part, await lostPointsOf(page.locator(part))]).toEqual([size, part, []])
    }
    await page.close()
  })

  it.each(['Checking your last bet · ₹100.00', 'Win · +₹9,90,000.00', 'Win from 50.50 · +₹9,90,000.00'])(
    'stands below what is told of a roll, all of which can be read: %s',
    async (words) => {
      const page = await openGame(pages, '/casino/dice')
      await press(page)
      const tag = page.locator('main p[role=status] > span')
      await tag.waitFor()
      await tag.evaluate((element, text) => element.lastChild?.replaceWith(text), words)
      for (const look of windowsOfRolls) {
        await showIn(page, look)
        expect([look, await cutOffOf(tag)]).toEqual([look, []])
      }
      await page.close()
    },
  )
})
