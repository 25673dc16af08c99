import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { takeTimeOut } from '@kismet/contracts'
import { drawDice, serverSeedHash } from '@kismet/fairness'
import { newUtr, PlayerActor, tinyPng } from '@kismet/test-env/actors'
import { TestSite } from '@kismet/test-env/test-apps'
import { WatchedPage } from '@kismet/test-env/watched-page'
import type { Locator, Page } from 'playwright-core'

let site: TestSite
beforeAll(async () => {
  site = await TestSite.create()
}, 180_000)
afterAll(() => site.close())

const mostSteps = 60

/** Goes on with Tab until the focus is there: what cannot be reached so is out of reach without a mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${mostSteps} steps of Tab do not lead to ${target.toString()}`)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** The main story with the keyboard alone: every press goes to where the focus is. */
describe('a player without a mouse', () => {
  const email = 'meera@example.in'
  let player: WatchedPage
  let page: Page

  beforeAll(async () => {
    player = await WatchedPage.open(site.browser, site.webUrl)
    page = player.page
  })

  const button = (name: string | RegExp): Locator => page.getByRole('button', { name })

  it('signs up', async () => {
    await page.goto('/auth')
    await tabTo(page, page.getByRole('tab', { name: 'Login' }))
    await page.keyboard.press('ArrowRight')
    await type(page, page.getByRole('textbox', { name: 'Email' }), email)
    await type(page, page.getByLabel('Password', { exact: true }), 'a-long-password-7')
    await press(page, page.getByRole('checkbox'), 'Space')
    await press(page, page.getByRole('button', { name: 'Sign Up', exact: true }))
    await button('Verify').waitFor()
    await type(page, page.getByLabel('OTP'), await site.casino.mailbox.code(email))
    await page.getByText('Balance ₹0.00').waitFor()
  })

  it('asks for a deposit', async () => {
    await press(page, page.getByRole('link', { name: 'Deposit', exact: true }).first())
    await page.waitForURL('**/deposit')
    const form = page.getByRole('form', { name: 'Deposit' })
    await type(page, form.getByLabel('Amount'), '1000')
    await type(page, form.getByLabel('UTR/Reference number'), newUtr())
    const chosen = page.waitForEvent('filechooser')
    await press(page, form.locator('input[type=file]'), 'Space')
    await (await chosen).setFiles({ name: 'proof.png', mimeType: 'image/png', buffer: tinyPng })
    await press(page, form.getByRole('button', { name: /^Submit deposit/ }))
    await page.getByText('Pending', { exact: true }).waitFor()
    const owner = await site.casino.admin()
    for (const { _id } of await owner.pendingDeposits()) await owner.approve(_id)
    await page.getByText('Balance ₹1,000.00').waitFor()
  })

  it('plays a roll of Dice', async () => {
    await press(page, page.getByRole('link', { name: 'Dice', exact: true }).first())
    await page.waitForURL('**/casino/dice')
    await type(page, page.getByLabel('Amount'), '200')
    await press(page, page.getByRole('button', { name: 'Roll', exact: true }))
    await page.getByText(/^(Win|Loss) · /).waitFor()
  })

  it('cannot leave a question by Escape while its order is in flight', async () => {
    const held = Promise.withResolvers<undefined>()
    const isSent = page.waitForRequest(`**${takeTimeOut.route.path}`)
    await page.route(`**${takeTimeOut.route.path}`, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/safer-play')
    await press(page, button('Start time-out'))
    const dialog = page.getByRole('dialog')
    await press(page, dialog.getByRole('button', { name: 'Start time-out' }))
    await isSent
    // Chromium asks a page about the first Escape only.
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)
    held.resolve(undefined)
    await page.getByText(/^Your time-out lasts until/).waitFor()
    expect(await dialog.isVisible()).toBe(false)
  })

  it('logs out', async () => {
    await press(page, button(/^Player menu/))
    await press(page, button('Logout'))
    await page.waitForURL('**/auth')
    expect(player.faults).toEqual([])
  })
})

const phone = { width: 360, height: 640 }

/** Whether the whole element is visible: inside the window and uncovered. */
function isSeen(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    if (left < 0 || top < 0 || right > window.innerWidth + 0.5 || bottom > window.innerHeight) return false
    return [top + 2, bottom - 2].every((y) => {
      const over = document.elementFromPoint((left + right) / 2, y)
      return over !== null && (element.contains(over) || over.contains(element))
    })
  })
}

async function logIn(page: Page, { email, password }: PlayerActor): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
}

/** What only a real browser lays out, scrolls and loads again. */
describe('what is told comes into view', () => {
  const asha = 'asha@example.in'
  let player: PlayerActor
  let page: Page
  const visitor = async (): Promise<Page> => (await WatchedPage.open(site.browser, site.webUrl)).page

  beforeAll(async () => {
    player = new PlayerActor(site.casino.gatewayUrl, asha)
    await player.signUp(site.casino.mailbox)
    page = await visitor()
    await page.setViewportSize(phone)
    await page.goto('/auth')
    await logIn(page, player)
    await page.getByText('Balance ₹0.00').waitFor()
  })

  it('a refused field with its label, below the bar of the page', async () => {
    await page.goto('/deposit')
    await page.getByRole('button', { name: /^Submit deposit/ }).click()
    await page.getByText('Enter a valid amount').waitFor()
    expect(await isSeen(page.getByText('Amount', { exact: true }))).toBe(true)
    expect(await isSeen(page.getByText('Enter a valid amount'))).toBe(true)
  })

  it('the verdict of the verifier, on a phone', async () => {
    const seeds = { serverSeed: '46'.repeat(32), clientSeed: 'own', nonce: 1 }
    await page.goto('/fairness')
    await page.getByLabel('Server seed', { exact: true }).fill(seeds.serverSeed)
    await page.getByRole('region', { name: 'Verify a bet' }).getByLabel('Client seed').fill(seeds.clientSeed)
    await page.getByLabel('Nonce', { exact: true }).fill('1')
    await page.getByLabel('Claimed roll').fill((drawDice(seeds) / 100).toFixed(2))
    await page.getByLabel('Commitment hash').fill(serverSeedHash(seeds.serverSeed))
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    const verdict = page.getByText('Verified', { exact: true })
    await verdict.waitFor()
    expect(await isSeen(verdict)).toBe(true)
  })

  it('all reasons of a rejection, in a window of 800 px', async () => {
    await player.requestDeposit({ amount: 500 })
    const { page: desk } = await WatchedPage.open(site.browser, site.adminUrl)
    await desk.setViewportSize({ width: 1280, height: 800 })
    const { username, password } = site.casino.adminLogin
    await desk.goto('/admin/deposit-requests')
    await desk.getByLabel('Username').fill(username)
    await desk.getByLabel('Password', { exact: true }).fill(password)
    await desk.keyboard.press('Enter')
    await desk.getByText(asha).first().waitFor()
    await desk.getByRole('button', { name: 'Reject', exact: true }).click()
    const reasons = desk.getByRole('group', { name: /^Reason for the rejection/ }).getByRole('button')
    const seen = await Promise.all((await reasons.all()).map(isSeen))
    expect(seen).toEqual(seen.map(() => true))
    expect(seen).toHaveLength(6)
  })

  it('Hindi, once it is chosen: after a reload, and on another device of the account', async () => {
    const first = await visitor()
    await first.goto('/auth')
    await first.getByRole('button', { name: 'हिन्दी' }).click()
    await first.getByRole('heading', { name: 'लॉग इन' }).waitFor()
    await first.reload()
    await first.getByRole('heading', { name: 'लॉग इन' }).waitFor()
    expect(await first.locator('html').getAttribute('lang')).toBe('hi')
    await Promise.all([
      first.waitForResponse((answer) => answer.url().endsWith('/api/user/language') && answer.ok()),
      logIn(first, player),
    ])
    const other = await visitor()
    await other.goto('/auth')
    await other.getByRole('heading', { name: 'Login' }).waitFor()
    await logIn(other, player)
    await other.locator('html[lang=hi]').waitFor()
    await other.getByRole('link', { name: 'जमा' }).first().waitFor()
  })
})
