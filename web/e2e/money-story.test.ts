import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { adminListEntries, errorCatalogue, paiseOfRupees, playSlots, socketEvents, startMines } from '@kismet/contracts'
import { fund, newUtr, tinyPng } from '@kismet/test-env/actors'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { NotifiedPage } from '@kismet/test-env/notified-page'
import { TestSite } from '@kismet/test-env/test-apps'
import { TestPushService } from '@kismet/test-env/test-push-service'
import type { TestSubscription } from '@kismet/test-env/test-push-service'
import { openAsAdmin, openAsPlayer } from '@kismet/test-env/visitors'
import type { WatchedPage } from '@kismet/test-env/watched-page'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { approveOpen, loadsOf, openUpiAccount, rollDice, wholeStatement } from './money-steps.ts'

let site: TestSite
let owner: AdminActor
let asha: PlayerActor
let player: WatchedPage
let desk: WatchedPage
let pushService: TestPushService

beforeAll(async () => {
  pushService = await TestPushService.start()
  const push = { PUSH_SECRET: 'another secret of the tests that is long enough', PUSH_SERVICES: pushService.origin }
  site = await TestSite.create({ env: { auth: push } })
  owner = await site.casino.admin()
  await openUpiAccount(owner)
  asha = await site.casino.player()
  player = await openAsPlayer(site, asha)
  desk = await openAsAdmin(site, '/admin/deposit-requests')
}, 180_000)
afterAll(async () => {
  await site.close()
  await pushService.close()
})

/** Sees her balance on the page, once the numbers have come to rest. @returns it in paise */
async function seenBalance({ page }: WatchedPage): Promise<number> {
  const paise = paiseOfRupees(await asha.balance())
  await page.getByText(`Balance ${formatRupees(paise)}`, { exact: true }).waitFor()
  return paise
}

const approve = (question: string, told: string, typed?: string) => approveOpen(desk, asha, question, told, typed)

describe('money comes, is played with and goes home, with both apps open and neither loaded again', () => {
  const frames: string[] = []
  let notified: NotifiedPage
  let subscription: TestSubscription
  let loads: readonly (() => number)[] = []
  let leftPaise = 0

  /** What her browser shows of a message of the push service. */
  async function shownOf(nth: number): Promise<string> {
    const { payloads } = pushService.browser(subscription)
    const payload = await eventually('the push service has the message', () => payloads[nth - 1])
    const [shown] = await notified.deliver(payload)
    return `${shown?.title}: ${shown?.body}`
  }
  /** A mail to her without the soft line breaks of its encoding. */
  const mailOf = async (what: string): Promise<string> =>
    (await site.casino.mailbox.mail(asha.email, `Subject: Your Kismet ${what}`)).replaceAll('=\r\n', '')

  beforeAll(async () => {
    subscription = pushService.subscribe()
    player.page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
    })
    notified = await NotifiedPage.prepare(player.page, subscription)
    // A connection that is watched from its beginning.
    await player.page.reload()
    await player.page.getByText('Balance ₹0.00').waitFor()
    loads = [player, desk].map(({ page }) => loadsOf(page))
  })

  it('the player asks for notifications, and no page had a service worker before', async () => {
    const { page } = player
    await page.getByRole('button', { name: /^Player menu/ }).click()
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    const choice = page.getByRole('checkbox', { name: 'Notify me in this browser' })
    expect(await choice.isChecked()).toBe(false)
    expect(page.context().serviceWorkers()).toEqual([])
    await choice.click()
    await eventually('it is switched on', () => choice.isChecked())
    const devTools = await page.context().newCDPSession(page)
    const { errors, data = '{}' } = await devTools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    for (const { src } of (JSON.parse(data) as { icons: { src: string }[] }).icons)
      expect((await page.request.get(src)).headers()['content-type']).toBe('image/png')
  })

  it('a deposit by UPI from a phone arrives on the open desk by itself with the account and the note, is approved, and is there to play with', async () => {
    await desk.page.getByText('No pending requests').waitFor()
    const { page } = player
    await page.getByRole('link', { name: 'Deposit', exact: true }).first().click()
    const atDesk = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 360, height: 740 })
    const form = page.getByRole('form', { name: 'Deposit' })
    await form.getByLabel('Amount').fill('1000')
    const link = new URL((await form.getByRole('link', { name: 'Pay with a UPI app' }).getAttribute('href')) ?? '')
    const { tn: note = '', ...paid } = Object.fromEntries(link.searchParams)
    expect([link.protocol, paid]).toEqual(['upi:', { pa: 'kismet@upi', pn: 'Kismet Games', am: '1000.00', cu: 'INR' }])
    await form.getByRole('img', { name: 'QR code for ₹1,000.00' }).waitFor()
    const saved = page.waitForEvent('download')
    await form.getByRole('button', { name: 'Save QR' }).click()
    expect((await saved).suggestedFilename()).toBe('kismet-payment-qr.png')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await form.getByRole('button', { name: 'Copy UPI ID' }).click()
    await form.getByText('Copied').waitFor({ state: 'attached' })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('kismet@upi')
    await form.getByLabel('UTR/Reference number').fill(newUtr())
    await form.locator('input[type=file]').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: tinyPng })
    await form.getByAltText('Your proof of the payment').waitFor()
    await form.getByRole('button', { name: /^Submit deposit/ }).click()
    await page.getByText('Pending', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Details: Deposit of ₹1,000.00' }).click()
    await page.getByRole('img', { name: 'Proof, page 1' }).waitFor()
    await page.keyboard.press('Escape')
    await page.setViewportSize(atDesk)
    await desk.page.getByRole('img', { name: /proof/i }).first().waitFor()
    await desk.page.getByText('kismet@upi, Kismet Games').waitFor()
    await desk.page.getByText(note, { exact: true }).waitFor()
    await approve('Is the money in the bank?', `₹1,000.00 credited to ${asha.email}.`)
    await page.getByText('Balance ₹1,000.00').waitFor()
    await page.getByText('Approved', { exact: true }).first().waitFor()
    expect(await shownOf(1)).toBe('Kismet: Your deposit was approved.')
    expect(await mailOf('deposit was approved')).toContain('1,000.00 was approved on ')
    expect(await notified.press('/deposit', false)).toBe(`${site.webUrl}/deposit`)
    expect(await notified.press('/deposit', true)).toBe('focused')
    await page.getByRole('link', { name: 'Dice' }).first().click()
    await rollDice(page)
  })

  it('a proof that cannot be read is asked for again, and the new one is marked on the open desk', async () => {
    const { page } = player
    await page.getByRole('link', { name: 'Deposit', exact: true }).first().click()
    const form = page.getByRole('form', { name: 'Deposit' })
    await form.getByLabel('Amount').fill('100')
    await form.getByLabel('UTR/Reference number').fill(newUtr())
    await form.locator('input[type=file]').setInputFiles({ name: 'dark.png', mimeType: 'image/png', buffer: tinyPng })
    await form.getByRole('button', { name: /^Submit deposit/ }).click()
    await desk.page.getByRole('button', { name: 'Ask for a better proof' }).click()
    const question = desk.page.getByRole('dialog', { name: 'Ask for a better proof?' })
    await question.getByLabel('Note for the player').fill('Please show the whole receipt')
    await question.getByRole('button', { name: 'Ask' }).click()
    const again = page.getByRole('form', { name: 'Better proof' })
    await again.getByText('Please show the whole receipt').waitFor()
    const better = { name: 'better.png', mimeType: 'image/png', buffer: Buffer.concat([tinyPng, Buffer.from('!')]) }
    await again.locator('input[type=file]').setInputFiles(better)
    await again.getByRole('button', { name: 'Send proof' }).click()
    await again.waitFor({ state: 'detached' })
    const opened = desk.page.getByRole('article', { name: 'Selected request' })
    await opened.getByText(/^New proof of /).waitFor()
    await opened.getByText('2 of 2').waitFor()
    await opened.getByRole('button', { name: 'Previous page' }).click()
    await opened.getByText(/^Earlier proof · /).waitFor()
    await approve('Is the money in the bank?', `₹100.00 credited to ${asha.email}.`)
    await page.getByText('Deposit approved: ₹100.00').waitFor()
  })

  it('a bank account is saved and a withdrawal asked for, whose amount is held at once', async () => {
    const { page } = player
    await page.getByRole('link', { name: 'Withdrawal', exact: true }).first().click()
    await page.getByText('First add the bank account that should receive your money.').waitFor()
    const beforePaise = await seenBalance(player)
    await page.getByRole('button', { name: 'Add Account' }).click()
    const account = page.getByRole('dialog')
    await account.getByLabel('Account holder').fill('Asha Rao')
    await account.getByLabel('Account number', { exact: true }).fill('50100123456789')
    await account.getByLabel('Account number again').fill('50100123456789')
    await account.getByLabel('IFSC').fill('HDFC0001234')
    await account.getByLabel('Mobile number').fill('9876543210')
    await account.getByLabel('Login password', { exact: true }).fill(asha.password)
    await account.getByLabel('Withdraw password (optional)').fill('chai-7')
    await account.getByRole('button', { name: 'Save account' }).click()
    await page.getByText('Withdraw password set').waitFor()
    await page.getByLabel('Amount').fill('400.50')
    await page.getByLabel('Withdraw password', { exact: true }).fill('chai-7')
    await page.getByRole('button', { name: /^Withdraw ₹400\.50/ }).click()
    await page.getByText(/^Amount held · /).waitFor()
    leftPaise = await seenBalance(player)
    expect(leftPaise).toBe(beforePaise - paiseOfRupees(400.5))
  })

  it('an admin pays it out, and the player hears of it on withdrawal:update', async () => {
    await desk.page
      .getByRole('navigation', { name: 'Work' })
      .getByRole('link', { name: /^Withdrawals/ })
      .click()
    const { page } = player
    await desk.page.getByText(/^Start the payout/).waitFor()
    await desk.page.keyboard.press('p')
    await page.getByText('Being paid', { exact: true }).waitFor()
    await approve('Is it paid at the bank?', `₹400.50 of ${asha.email} booked as paid out.`, '412345678901')
    await page.getByText('Withdrawal approved: ₹400.50').waitFor()
    await page.getByText(/^Paid out · /).waitFor()
    await page.getByText('412345678901').waitFor()
    expect(await shownOf(4)).toBe('Kismet: A withdrawal was requested. If this was not you, open Kismet at once.')
    expect(await shownOf(5)).toBe('Kismet: Your withdrawal was paid.')
    expect(await mailOf('withdrawal was paid')).toContain('412345678901')
    const told = frames.filter((frame) => frame.includes(`"${socketEvents.withdrawalUpdate.event}"`))
    expect(told.map((frame) => /"status":"(\w+)"/.exec(frame)?.[1])).toEqual(['pending', 'approved'])
    expect(await seenBalance(player)).toBe(leftPaise)
  })

  it('and the ledger adds up, as the dashboard shows', async () => {
    expect(loads.map((count) => count())).toEqual([0, 0])
    await desk.page.getByRole('link', { name: 'Dashboard' }).click()
    await desk.page.getByRole('button', { name: 'Run now' }).click()
    await desk.page.getByText('The ledger balances', { exact: true }).waitFor()
    const { checks, totals } = await site.casino.reconcile()
    expect(checks.filter(({ breaks }) => breaks > 0)).toEqual([])
    expect(totals).toMatchObject({ playersTotal: leftPaise, heldTotal: 0, outsideTotal: paiseOfRupees(-699.5) })
  })
})

describe('the MongoDB-compatible server is stopped during play', () => {
  let helpTab: WatchedPage
  const openStatement = async ({ page }: WatchedPage): Promise<void> => {
    await page.getByRole('button', { name: /^Player menu/ }).click()
    await page.getByRole('link', { name: 'Account statement' }).click()
  }

  beforeAll(async () => {
    await openStatement(player)
    await player.page.getByRole('cell', { name: 'Withdrawal' }).waitFor()
    helpTab = await player.anotherTab()
    await helpTab.page.goto('/support')
    await helpTab.page.getByLabel('Name').fill('Asha Rao')
    await helpTab.page.getByRole('textbox', { name: 'Message' }).fill('Where is my statement?')
    await site.casino.mongo.stop('SIGKILL')
  })

  it('the statement and the support say so, on the pages of players and of admins', async () => {
    await player.page.getByLabel('Game', { exact: true }).selectOption('Dice')
    await player.page.getByText('The statement is not available right now').waitFor()
    await helpTab.page.getByRole('button', { name: 'Send Message' }).click()
    await helpTab.page.getByText(errorCatalogue.unavailable.message).waitFor()
    await desk.page
      .getByRole('navigation', { name: 'Work' })
      .getByRole('link', { name: /^Support/ })
      .click()
    await desk.page.getByText('Failed to fetch messages.').waitFor()
  })

  it('games and money go on', async () => {
    const { page } = player
    await page.getByRole('link', { name: 'Dice' }).first().click()
    await rollDice(page)
    await asha.api.must(playSlots, { bet: 100 })
    await fund(asha, owner, 500)
    await owner.payOut(await asha.requestWithdrawal(200, 'chai-7'))
    await asha.api.must(startMines, { bet: 100, minesCount: 3 })
    await seenBalance(player)
  })

  it('after its return the statement is complete: a line for each entry, each with the exact balance after it', async () => {
    await site.casino.mongo.start()
    const { entries } = await owner.api.must(adminListEntries, { playerId: asha.id, limit: 50 })
    // A reserved stake and a pay-out of held money have no line in the statement.
    const settled = entries.filter(({ kind }) => kind !== 'reserve' && kind !== 'pay-out')
    const rows = await eventually('the statement has a line for each', async () => {
      const read = await wholeStatement(asha).catch(() => [])
      return read.length === settled.length && read
    })
    expect(rows.map(({ _id }) => _id)).toEqual(settled.map(({ _id }) => _id))
    let comesTo = 0
    for (const { credit, closeBalance } of rows.toReversed())
      expect(paiseOfRupees(closeBalance)).toBe((comesTo += paiseOfRupees(credit)))
    // The stake of the open game of Mines is not lost yet.
    expect(comesTo).toBe(paiseOfRupees(await asha.balance()) + paiseOfRupees(100))
    await openStatement(player)
    await player.page.getByRole('cell', { name: 'Slots' }).waitFor()
    expect(await player.page.locator('tbody').getByRole('row').count()).toBe(rows.length)
  })

  it('and the message is sent by the same button', async () => {
    await helpTab.page.getByRole('button', { name: 'Send Message' }).click()
    await helpTab.page.getByText('Thank you!').waitFor()
    await desk.page.getByText('Where is my statement?').waitFor()
  })

  it('an admin answers, by mail and on the open page of the player, who answers there', async () => {
    await desk.page.getByRole('link', { name: 'Read', exact: true }).click()
    await desk.page.getByRole('textbox', { name: 'Reply' }).fill('It is complete again.')
    await desk.page.getByRole('button', { name: 'Send reply' }).click()
    await desk.page.getByText('waits for the player').waitFor()
    await site.casino.mailbox.mail(asha.email, 'It is complete again.')
    const { page } = helpTab
    await page.getByText('New reply', { exact: true }).waitFor()
    await page.getByRole('button', { name: /Where is my statement/ }).click()
    await page.getByText('It is complete again.').waitFor()
    await page.getByLabel('Your reply').fill('Now I see it.')
    await page.getByRole('button', { name: 'Send reply' }).click()
    await page.getByText('Waiting for our reply').waitFor()
    await desk.page.getByText('Now I see it.').waitFor()
    await desk.page.getByText('waits for us').waitFor()
  })

  it('the withdraw password is forgotten: a code from the mailbox sets a new one, and the account waits a day', async () => {
    const { page } = player
    await page.getByRole('link', { name: 'Withdrawal', exact: true }).first().click()
    await page.getByRole('button', { name: 'Forgot withdraw password?' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Send OTP' }).click()
    await drawer
      .getByLabel('OTP', { exact: true })
      .fill(await site.casino.mailbox.code(asha.email, 'Your Kismet withdraw password code'))
    await drawer.getByLabel('New withdraw password', { exact: true }).fill('lassi-8')
    await drawer.getByRole('button', { name: 'Save new password' }).click()
    await page.getByText(/^Withdrawals from /).waitFor()
    await site.casino.mailbox.mail(asha.email, 'A withdraw password was reset at Kismet')
    await page.getByLabel('Amount').fill('200')
    await page.getByLabel('Withdraw password', { exact: true }).fill('lassi-8')
    await page.getByRole('button', { name: /^Withdraw ₹200\.00/ }).click()
    await page.getByText(/^You can withdraw to this bank account from /).waitFor()
  })

  it('no page has failed in another way', () => {
    const faults = [player, desk, helpTab].flatMap((watched) => watched.faults)
    // The dashboard, which the admin comes from, shows figures of the same store.
    const meant = /^503 .*\/(account-statement|support-messages?|support-desk|charts|online-users|today-profit-loss)/
    expect(faults.filter((fault) => !meant.test(fault))).toEqual([])
  })
})
