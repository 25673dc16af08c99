import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import { aviatorGetState, aviatorPlaceBet, getConfig, playDice, playSlots } from '@kismet/contracts'
import type { TestPages } from '@kismet/test-env/pictures/test-pages'
import type { Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { TestRound } from '../src/testing/aviator-rounds.ts'
import { playerStorage, playerWithPast } from './pictured-pages.ts'

/** What is pressed to play. */
export const action = 'form > button[class*=big]'
export const write =
  (name: string, text: string): ((page: Page) => Promise<void>) =>
  (page) =>
    page.locator(`input[name=${name}]`).fill(text)
export const press = (page: Page): Promise<void> => page.locator(action).click()

/** The page of a game in a window of its own: the site has a chat, and bets have no answer. `forms` are what its tab keeps, `phase` is that of the round of Aviator. */
export async function openGame(
  pages: TestPages,
  path: string,
  forms: Readonly<Record<string, string>> = {},
  phase: 'betting' | 'flying' = 'betting',
): Promise<Page> {
  const gateway = playerWithPast()
  const contacts = { whatsapp: '919845011724', email: null }
  gateway.answer(getConfig, () => ok({ ...playMoneyConfig(new Date().toISOString()), contacts }))
  for (const play of [playDice, playSlots]) gateway.answer(play, () => Promise.reject(new Error('It is lost')))
  const serverTime = Date.now()
  const round = new TestRound(17, serverTime).snapshot({
    ...{ serverTime, phase, ...(phase === 'flying' && { takeoffAt: serverTime, multiplier: 1 }) },
    history: [12, 11, 10, 9, 8].map((n) => new TestRound(n).past),
  })
  let hasBet = false
  return pages.openPage({
    path,
    viewport: { width: 360, height: 680 },
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

/** A window. */
export interface Look {
  readonly width: number
  readonly height: number
  /** How large letters are. */
  readonly text?: string
}
/** Shows a page in a window, from its top, and waits until it is drawn. */
export async function showIn(page: Page, { text = '100%', ...size }: Look): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(
    (fontSize) =>
      new Promise((drawn) => {
        document.documentElement.style.fontSize = fontSize
        window.scrollTo(0, 0)
        requestAnimationFrame(() => requestAnimationFrame(drawn))
      }),
    text,
  )
}

/** Of five points across the middle of a control, those at which a press goes to something else. */
export const lostPointsOf = (control: Locator): Promise<number[]> =>
  control.evaluate((element) => {
    const { left, width, top, height } = element.getBoundingClientRect()
    return [0.03, 0.25, 0.5, 0.75, 0.97].filter(
      (share) => !element.contains(document.elementFromPoint(left + share * width, top + height / 2)),
    )
  })
