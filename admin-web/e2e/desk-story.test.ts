import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { adminListEntries, decideDeposit, setApprovalSettings } from '@kismet/contracts'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { addByOperator } from '@kismet/test-env/add-by-operator'
import { TestSite } from '@kismet/test-env/test-apps'
import { openAsAdmin, openAsPlayer } from '@kismet/test-env/visitors'
import { WatchedPage } from '@kismet/test-env/watched-page'
import type { Page } from 'playwright-core'

let site: TestSite
let owner: AdminActor

beforeAll(async () => {
  site = await TestSite.create()
  owner = await site.casino.admin()
}, 180_000)
afterAll(() => site.close())

/** Proves the whole ledger. @returns what has come in from outside, in rupees */
async function provenDeposits(): Promise<number> {
  const { checks, totals } = await site.casino.reconcile()
  expect(checks.filter(({ breaks }) => breaks > 0)).toEqual([])
  return (0 - totals.outsideTotal) / 100
}

const isDecision = ({ pathname }: URL): boolean => pathname.startsWith(decideDeposit.route.path.replace(':id', ''))

/** Keeps the next decision of a page from the server. @returns what sends it there, and waits for its answer */
async function holdDecision(page: Page): Promise<() => Promise<number>> {
  const released = Promise.withResolvers<null>()
  await page.route(isDecision, async (route) => {
    await released.promise
    return route.continue()
  })
  return async () => {
    const answered = page.waitForResponse((answer) => isDecision(new URL(answer.url())))
    released.resolve(null)
    return (await answered).status()
  }
}

describe('two admins at one request', () => {
  const path = '/admin/deposit-requests'
  let asha: PlayerActor
  let owners: WatchedPage
  let meeras: WatchedPage
  const selected = ({ page }: WatchedPage) => page.getByRole('article', { name: 'Selected request' })

  /** Begins a decision about the open request, which claims it, and goes back. */
  async function begin(watched: WatchedPage): Promise<void> {
    await selected(watched).getByText(asha.email).first().waitFor()
    await watched.page.keyboard.press('r')
    await selected(watched).getByText('You are working on this').waitFor()
    await watched.page.keyboard.press('Escape')
  }

  beforeAll(async () => {
    await owner.api.must(setApprovalSettings, { secondApprovalAbove: 500 })
    // For a day, the owner and an admin that the owner adds count as one person.
    const password = 'a-password-of-my-own'
    await addByOperator(site.casino, { username: 'meera', role: 'cashier', password })
    asha = await site.casino.player()
    await asha.requestDeposit({ amount: 1_000 })
    owners = await openAsAdmin(site, path)
    await begin(owners)
    meeras = await openAsAdmin(site, path, { username: 'meera', password })
  }, 60_000)

  /** Opens the request that waits, and takes it over from the other admin. Both admins see the change. */
  async function takeOver(taker: WatchedPage, from: WatchedPage, names: { taker: string; from: string }) {
    await taker.page.getByText(asha.email).first().click()
    await selected(taker).getByText(`${names.from} has claimed this request.`).waitFor()
    await selected(taker).getByRole('button', { name: 'Take over' }).click()
    await selected(taker).getByText('You are working on this').waitFor()
    await selected(from).getByText(`${names.taker} has claimed this request.`).waitFor()
  }

  async function approve(watched: WatchedPage): Promise<void> {
    await watched.page.keyboard.press('a')
    await watched.page.getByText('Is the money in the bank?').waitFor()
    await watched.page.keyboard.press('Enter')
  }

  it('one handles it, the other takes it over, and each sees who does', async () => {
    await takeOver(meeras, owners, { taker: 'meera', from: 'owner' })
  })

  it('above the amount that is set the first approval moves nothing, and the second one has to be another admin’s', async () => {
    await approve(meeras)
    await meeras.page.getByText(`₹1,000.00 of ${asha.email} needs the approval of another admin.`).waitFor()
    expect(await asha.balance()).toBe(0)
    await selected(owners)
      .getByRole('button', { name: /^Approve as second/, disabled: false })
      .waitFor()
    await approve(owners)
    await owners.page.getByText(`₹1,000.00 credited to ${asha.email}.`).waitFor()
    expect(await asha.balance()).toBe(1_000)
  })

  it('both approve another one at the same moment: whoever is too late is told so', async () => {
    await meeras.page.getByRole('link', { name: 'Dashboard' }).click()
    await asha.requestDeposit({ amount: 400 })
    await begin(owners)
    await meeras.page
      .getByRole('navigation', { name: 'Work' })
      .getByRole('link', { name: /^Deposits/ })
      .click()
    await takeOver(meeras, owners, { taker: 'meera', from: 'owner' })
    const goOn = await holdDecision(meeras.page)
    await approve(meeras)
    await selected(meeras).getByText('The decision is being sent.').waitFor()
    await selected(owners).getByRole('button', { name: 'Take over' }).click()
    await selected(owners).getByText('You are working on this').waitFor()
    await approve(owners)
    await owners.page.getByText(`₹400.00 credited to ${asha.email}.`).waitFor()
    expect(await goOn()).toBe(409)
    await meeras.page.getByText('This request has been approved already by owner.').waitFor()
  })

  it('and nothing is booked twice', async () => {
    expect(await asha.balance()).toBe(1_400)
    const { entries } = await owner.api.must(adminListEntries, { playerId: asha.id })
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['deposit', 400],
      ['deposit', 1_000],
    ])
    expect(await provenDeposits()).toBe(1_400)
    expect([...owners.faults, ...meeras.faults]).toEqual([])
  })
})

describe('the file of a bank', () => {
  const utrs = { vikram: '409512345678', kabir: '512345678901', near: '409598761234', nobody: '409612341234' }
  let folder: string
  let file: string
  let vikram: PlayerActor
  let kabir: PlayerActor
  let players: WatchedPage
  let desk: WatchedPage

  beforeAll(async () => {
    await owner.api.must(setApprovalSettings, { secondApprovalAbove: null })
    ;[vikram, kabir] = [await site.casino.player(), await site.casino.player()]
    await vikram.requestDeposit({ amount: 700, utr: utrs.vikram })
    await kabir.requestDeposit({ amount: 300, utr: utrs.kabir })
    await kabir.requestDeposit({ amount: 250, utr: utrs.near })
    folder = await mkdtemp(join(tmpdir(), 'kismet-bank-'))
    file = join(folder, 'hdfc-november.csv')
    const [year, month, day] = new Date().toISOString().slice(2, 10).split('-')
    const on = [day, month, year].join('/')
    const rows = [
      `${on},UPI-VIKRAM MEHTA-vikram@ybl-YESB0000456-${utrs.vikram}-KISMET,0000${utrs.vikram},${on},,700.00,"1,20,700.00"`,
      `${on},IMPS-${utrs.kabir}-KABIR SINGH-SBIN-XXXXXXX1234-DEPOSIT,${utrs.kabir},${on},,300.00,"1,21,000.00"`,
      `${on},UPI-KABIR SINGH-kabir@okaxis-UTIB0000789-${utrs.near}-KISMET,0000${utrs.near},${on},,205.00,"1,21,205.00"`,
      `${on},UPI-ANANYA DAS-ananya@ybl-YESB0000456-${utrs.nobody}-KISMET,0000${utrs.nobody},${on},,900.00,"1,22,105.00"`,
    ]
    const header = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance'
    await writeFile(file, [header, ...rows].join('\n'))
    players = await openAsPlayer(site, vikram)
    desk = await openAsAdmin(site, '/admin/bank-statement')
  }, 60_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Drops it as a hand does, and goes on to its matches. */
  async function drop({ page }: WatchedPage): Promise<void> {
    const field = page.locator('input[name=statement]')
    await field.scrollIntoViewIfNeeded()
    const { x = 0, y = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {}
    const browser = await page.context().newCDPSession(page)
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await browser.send('Input.dispatchDragEvent', {
        ...{ type, x: x + width / 2, y: y + height / 2 },
        data: { items: [], files: [file], dragOperationsMask: 1 },
      })
    await browser.detach()
    await page.getByRole('button', { name: 'Match 4 rows', disabled: false }).click()
  }

  /** What the summary has of each tab. */
  async function seenSummary({ page }: WatchedPage, ...sums: string[]): Promise<void> {
    for (const sum of sums) await page.getByLabel('Summary of the file').getByText(sum, { exact: true }).waitFor()
  }

  it('is dropped, its exact matches are approved in one go, and the balances rise', async () => {
    const { page } = desk
    await drop(desk)
    await seenSummary(desk, '2 ₹1,000.00', '1 ₹205.00', '1 ₹900.00')
    // Both have sent the same picture, so that each wants a look of its own.
    await page.getByText('0 of 2 ticked.').waitFor()
    await page.getByRole('checkbox', { name: 'Tick all 2' }).click()
    await page.getByRole('button', { name: /^Approve 2 · ₹1,000\.00/ }).click()
    await page.getByRole('dialog').getByText('2 of 2 need a closer look:').waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve 2/ })
      .click()
    await page.getByText('2 approved.').waitFor()
    await players.page.getByText('Balance ₹700.00').waitFor()
    expect([await vikram.balance(), await kabir.balance()]).toEqual([700, 300])
    expect(await provenDeposits()).toBe(2_400)
  })

  it('dropped once more it changes nothing', async () => {
    const { page } = desk
    await page.getByRole('button', { name: 'Another file' }).click()
    await drop(desk)
    await page.getByText('This file was imported before. No change.').waitFor()
    await page.getByText('No row is an exact match now.').waitFor()
    await seenSummary(desk, '2 ₹1,000.00', '1 ₹205.00', '1 ₹900.00')
    expect([await vikram.balance(), await kabir.balance()]).toEqual([700, 300])
    expect(await provenDeposits()).toBe(2_400)
    expect([...desk.faults, ...players.faults]).toEqual([])
  })
})

describe('who has a token of the other kind is led to the login', () => {
  /** Opens a page of an app whose storage has another app's token as if it were its own. @returns where that led, and what calls with the token were answered */
  async function visit(url: string, path: string, storage: Record<string, string>) {
    const { page } = await WatchedPage.open(site.browser, url)
    const statuses = new Set<number>()
    page.on('response', (answer) => {
      if (answer.request().headers().authorization !== undefined) statuses.add(answer.status())
    })
    await page.context().addInitScript((texts) => {
      if (sessionStorage.getItem('is-set') !== null) return
      sessionStorage.setItem('is-set', 'yes')
      for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text)
    }, storage)
    await page.goto(path)
    await page.getByRole('button', { name: 'Login' }).waitFor()
    return { statuses: [...statuses], at: new URL(page.url()).pathname }
  }

  it('a player in the back office', async () => {
    const kabir = await site.casino.player()
    const admin = JSON.stringify({ _id: kabir.id, username: 'kabir', role: 'owner' })
    const storage = { adminToken: kabir.api.token ?? '', admin }
    expect(await visit(site.adminUrl, '/admin/deposit-requests', storage)).toEqual({
      statuses: [401],
      at: '/admin/login',
    })
  })

  it('an admin in the app of the players', async () => {
    const user = JSON.stringify({ _id: (await site.casino.player()).id, email: 'owner@example.in' })
    const storage = { token: owner.api.token ?? '', user, balance: '100000', balanceSeq: '1' }
    expect(await visit(site.webUrl, '/deposit', storage)).toEqual({ statuses: [401], at: '/auth' })
  })
})
