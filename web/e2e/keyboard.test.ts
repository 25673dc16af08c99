import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { takeTimeOut } from '@kismet/contracts'
import { newUtr, tinyPng } from '@kismet/test-env/actors'
import { TestSite } from '@kismet/test-env/test-apps'
import { WatchedPage } from '@kismet/test-env/watched-page'
import type { Locator, Page } from 'playwright-core'

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
  let site: TestSite
  let player: WatchedPage
  let page: Page

  beforeAll(async () => {
    site = await TestSite.create()
    player = await WatchedPage.open(site.browser, site.webUrl)
    page = player.page
  }, 180_000)
  afterAll(async () => {
    await site.close()
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
    await page.keyboard.press('Enter')
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
    await page.getByText('Pending').waitFor()
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
