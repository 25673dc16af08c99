import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import { aviatorGetState, aviatorPlaceBet, getConfig, playDice, playSlots } from '@kismet/contracts'
import { TestPages } from '@kismet/test-env/pictures/test-pages'
import type { Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { ToldRound } from '../src/testing/aviator-rounds.ts'
import { keptForm } from './game-states.ts'
import { playerStorage, playerWithPast } from './pictured-pages.ts'

/** What browsers leave of low phones. */
const lowPhones = [
  { width: 360, height: 680 },
  { width: 360, height: 612 },
] as const

const write = (name: string, text: string) => (page: Page) => page.locator(`input[name=${name}]`).fill(text)
const press = (page: Page): Promise<void> => page.locator('form > button[class*=big]').click()

const wayToChat = 'a[href*="wa.me"]'
/** An automatic run of Dice that the tab keeps; its next press goes on. */
const runOfDice = {
  'form:dice': keptForm({ mode: 'auto', rollOverHundredths: 5_050 }),
  'form:run:dice': keptForm({ bets: 10, betsDone: 3, netPaise: -20_000, stakePaise: 40_000 }),
}

/** What of a form stands under its action. */
const coveredIn = (page: Page, told: string): Promise<string[]> =>
  page.locator('form > button[class*=big]').evaluate((action, selector) => {
    const over = action.getBoundingClientRect()
    const parts = [...(action.parentElement?.querySelectorAll(selector) ?? [])]
    if (parts.length === 0) throw new Error('Nothing is told any more')
    return parts.flatMap((part) => {
      const { top, bottom } = part.getBoundingClientRect()
      return top < over.bottom && over.top < bottom ? [part.textContent] : []
    })
  }, told)

/** Low and usual phones and tablets, upright and on their sides: some have the chat beside the action, some below it. */
const allWindows = [
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
    [915, 412],
  ].map(([width = 0, height = 0]) => ({ width, height })),
]

/** Of five points across the middle of a control, those at which a press goes to something else. */
const lostPointsOf = (control: Locator): Promise<number[]> =>
  control.evaluate((element) => {
    const { left, width, top, height } = element.getBoundingClientRect()
    return [0.03, 0.25, 0.5, 0.75, 0.97].filter(
      (share) => !element.contains(document.elementFromPoint(left + share * width, top + height / 2)),
    )
  })

/** How far the page is scrolled where a press on its action opens the chat. */
const scrollsWithChatIn = (page: Page): Promise<number[]> =>
  page.locator('form > button[class*=big]').evaluate((action, chat) => {
    const opensChat = (scroll: number): boolean => {
      window.scrollTo(0, scroll)
      const { left, width, top, height } = action.getBoundingClientRect()
      const points = [0.1, 0.5, 0.9].flatMap((down) =>
        [0.5, 0.75, 0.85, 0.97].map((across) => [left + across * width, top + down * height] as const),
      )
      return points.some(([x, y]) => document.elementFromPoint(x, y)?.closest(chat) instanceof Element)
    }
    return [0, 20, 40, 60, 80, 100, 120].filter(opensChat)
  }, wayToChat)

/** The action of a game stays above the bar below while its form is scrolled; here is what it must not lie on, nor what on it. */
describe('the action of a game', () => {
  let pages: TestPages

  beforeAll(async () => {
    pages = await TestPages.open('web')
  }, 180_000)
  afterAll(() => pages.close())

  async function openGame(path: string, forms: Readonly<Record<string, string>> = {}): Promise<Page> {
    const gateway = playerWithPast()
    const contacts = { whatsapp: '919845011724', email: null }
    gateway.answer(getConfig, () => ok({ ...playMoneyConfig(new Date().toISOString()), contacts }))
    for (const play of [playDice, playSlots]) gateway.answer(play, () => Promise.reject(new Error('It is lost')))
    const serverTime = Date.now()
    const round = new ToldRound(17, serverTime).snapshot({ serverTime, history: [new ToldRound(12).past] })
    let hasBet = false
    return pages.openPage({
      path,
      viewport: lowPhones[0],
      storage: playerStorage,
      serverTime,
      // Nothing that can be read comes to a bet, nor after it.
      acknowledge: (event) => {
        hasBet ||= event === aviatorPlaceBet.event
        if (hasBet || event !== aviatorGetState.event) return null
        return { success: true, ...z.encode(aviatorGetState.output, round) }
      },
      before: `for (const [key, text] of Object.entries(${JSON.stringify(forms)})) sessionStorage.setItem(key, text)`,
      reply: (url, call) => gateway.reply(url, call),
    })
  }

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
    const page = await openGame(path)
    await page.locator('form button[class*=big]:not(:disabled, [aria-disabled])').first().waitFor()
    await act(page)
    await page.locator(`form ${told}`).first().waitFor()
    for (const size of lowPhones) {
      await page.setViewportSize(size)
      await page.evaluate(() => window.scrollTo(0, 0))
      expect([size, await coveredIn(page, `${told}, [role=alert]`)]).toEqual([size, []])
    }
    await page.context().close()
  })

  it('is opaque where it stays over what is scrolled below it: Stop of a run of Dice', async () => {
    const page = await openGame('/casino/dice', runOfDice)
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
    await page.context().close()
  })

  it('leaves Stop of a run of Dice, and what is told of its bet, in the window while that has no answer', async () => {
    const page = await openGame('/casino/dice', runOfDice)
    await press(page)
    await page.locator('form > [class*=why]').waitFor()
    for (const size of lowPhones) {
      await page.setViewportSize(size)
      await page.evaluate(() => window.scrollTo(0, 0))
      for (const part of ['form > button[class*=danger]', 'main p[role=status] > span'])
        expect([size, part, await lostPointsOf(page.locator(part))]).toEqual([size, part, []])
    }
    await page.context().close()
  })

  it('and the way to the chat can both be pressed: SPIN, in every window', async () => {
    const page = await openGame('/casino/slots')
    const chat = page.locator(wayToChat)
    await chat.waitFor()
    for (const size of allWindows) {
      await page.setViewportSize(size)
      await page.evaluate(() => window.scrollTo(0, 0))
      expect([size, await lostPointsOf(page.locator('form > button[class*=big]'))]).toEqual([size, []])
      for (const top of [0, 20, 40, 80, 160, 320]) {
        await page.evaluate((y) => window.scrollTo(0, y), top)
        expect([size, top, await lostPointsOf(chat)]).toEqual([size, top, []])
      }
    }
    await page.context().close()
  })

  it('is never the chat where it is pressed: SPIN below what is told of a stake above the balance', async () => {
    const page = await openGame('/casino/slots')
    await page.locator(wayToChat).waitFor()
    await write('amount', '5000')(page)
    await press(page)
    await page.locator('form [role=alert]').waitFor()
    for (const size of allWindows) {
      await page.setViewportSize(size)
      expect([size, await scrollsWithChatIn(page)]).toEqual([size, []])
    }
    await page.context().close()
  })
})
