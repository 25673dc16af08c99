import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { dayOf, daysOfPreset, paiseOfRupees, playSlots, startOfDay } from '@kismet/contracts'
import { AdminActor, fund, newUtr } from '@kismet/test-env/actors'
import type { PlayerActor } from '@kismet/test-env/actors'
import { addByOperator } from '@kismet/test-env/add-by-operator'
import { TestSite } from '@kismet/test-env/test-apps'
import { MovedClock } from '@kismet/test-env/test-clock'
import { openAsAdmin } from '@kismet/test-env/visitors'
import type { WatchedPage } from '@kismet/test-env/watched-page'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { formatDate } from '../src/core/format/time.ts'

const login = { username: 'meera', role: 'cashier', password: 'a-password-of-my-own' } as const
const { to: lastDay } = daysOfPreset('last-month', dayOf(Date.now()))
const month = lastDay.slice(0, 7)
const noonMs = startOfDay(lastDay) + 12 * 3_600_000
/** The services of money live at noon of the last day of last month, until the clock goes back to now. */
const clock = new MovedClock(noonMs - Date.now())
const clocks = { wallet: clock, payments: clock, analytics: clock, 'dice-slots': clock }
const bet = 100
const betsEach = 5

let site: TestSite
let owner: AdminActor
let meera: AdminActor
let asha: PlayerActor
let desk: WatchedPage
let payouts = 0
let atMonthEnd: Awaited<ReturnType<TestSite['casino']['reconcile']>>['totals']
const utr = `0${newUtr().slice(1)}`

/** Two admins decide deposits and a withdrawal, and a player plays. */
async function playLastMonth(): Promise<void> {
  await meera.approve(await asha.requestDeposit({ amount: 5_000, utr }))
  await fund(asha, owner, 2_000)
  await meera.reject(await asha.requestDeposit({ amount: 700 }), 'Amount differs')
  for (let nth = 0; nth < betsEach; nth += 1) {
    payouts += (await asha.rollDice({ betAmount: bet, rollOver: 50.5 })).payout
    payouts += (await asha.api.must(playSlots, { bet })).netGain + bet
  }
  await asha.saveAccount({
    name: 'Asha Rao',
    accountNumber: '50100123456789',
    ifsc: 'HDFC0001234',
    mobile: '9876543210',
  })
  await meera.payOut(await asha.requestWithdrawal(1_500))
  atMonthEnd = (await site.casino.reconcile()).totals
}

beforeAll(async () => {
  site = await TestSite.create({ clocks })
  owner = await site.casino.admin()
  asha = await site.casino.player()
  await addByOperator(site.casino, login)
  meera = new AdminActor(site.casino.gatewayUrl)
  await meera.login(login.username, login.password)
  await playLastMonth()
  clock.movedMs = 0
  await fund(asha, owner, 300)
  await asha.rollDice({ betAmount: bet, rollOver: 50.5 })
  desk = await openAsAdmin(site, '/admin/deposit-requests')
}, 180_000)
afterAll(() => site.close())

/** Opens a page by the navigation. */
const go = ({ page }: WatchedPage, name: RegExp) => page.getByRole('navigation').getByRole('link', { name }).click()

/** Presses a button that saves a file. @returns the path of the file */
async function savedBy(page: Page, button: string): Promise<string> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return (await saved).path()
}

const rupees = (amount: number): string => formatRupees(paiseOfRupees(amount))

describe("an owner's month end", () => {
  it('lists the deposits of last month with their sum, and keeps the list as a view', async () => {
    const { page } = desk
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('group', { name: 'Asked: days' }).getByRole('combobox').selectOption('Last month')
    await page.getByText('3 requests, ₹7,700.00 in all.').waitFor()
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByLabel('Name').fill('Month end')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Month end” is saved.').waitFor()
    await page.getByRole('button', { name: 'Month end', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await go(desk, /^Dashboard/)
    await go(desk, /^Deposits/)
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'Month end', exact: true }).click()
    await page.getByText('3 requests, ₹7,700.00 in all.').waitFor()
  })

  it('takes the list away as a spreadsheet, whose references are texts', async () => {
    const file = await savedBy(desk.page, 'Export this list as XLSX')
    const files = unzipSync(await readFile(file))
    const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml'])
    expect(sheet.match(/<row>/g)).toHaveLength(4)
    expect(sheet).toContain(`t="inlineStr"><is><t xml:space="preserve">${utr}</t>`)
    expect(sheet).toContain('<v>5000</v>')
  })

  it('reads a report of the month with what was played, and balances that add up', async () => {
    const { page } = desk
    await go(desk, /^Reports/)
    await page.getByRole('radio', { name: 'Month' }).click()
    await page.getByLabel('Month', { exact: true }).fill(month)
    const games = page.getByRole('table', { name: 'GGR by game' })
    const stakes = 2 * betsEach * bet
    const all = ['All games', String(2 * betsEach), rupees(stakes), rupees(payouts)]
    const ggr = formatNet(paiseOfRupees(stakes - payouts))
    await games.getByRole('row', { name: [...all, ggr].join(' ') }).waitFor()
    await page.getByText(new RegExp(`to the end of ${formatDate(lastDay)}$`)).waitFor()
    await page.getByText('Adds up').waitFor()
    const { playersTotal, houseTotal, outsideTotal } = atMonthEnd
    for (const [name, value] of [
      ['Deposits, 2', '₹7,000.00'],
      ['Withdrawals paid, 1', '₹1,500.00'],
    ] as const)
      await page.locator(`dt:has(a:text-is("${name}")) + dd:text-is("${value}")`).waitFor()
    const balances = page.getByRole('table', { name: 'Balances' })
    for (const [name, closing] of [
      ['Balances of players', formatNet(playersTotal)],
      ['House', formatNet(houseTotal)],
      ['Cash in and out', formatNet(outsideTotal)],
      ['Sum', '₹0.00'],
    ] as const) {
      const row = balances.getByRole('row').filter({ hasText: name })
      expect(await row.getByRole('cell').last().textContent()).toBe(closing)
    }
    await page.getByRole('link', { name: 'Deposits, 2' }).click()
    await page.getByText('2 requests, ₹7,000.00 in all').waitFor()
  })

  it('sees in the handover which admin decided what', async () => {
    const { page } = desk
    await go(desk, /^Handover/)
    await page.getByRole('combobox', { name: /^Shift/ }).selectOption('Custom range')
    await page.getByLabel('From', { exact: true }).fill(`${lastDay}T08:00`)
    await page.getByLabel('To', { exact: true }).fill(`${lastDay}T16:00`)
    const decisions = page.getByRole('table', { name: 'Decisions of the shift' })
    for (const row of [
      ['meera', 'deposit, UPI', '1', '₹5,000.00', '1', '₹700.00', '0'],
      ['meera', 'withdrawal', '1', '₹1,500.00', '0', '₹0.00', '0'],
      ['owner', 'deposit, UPI', '1', '₹2,000.00', '0', '₹0.00', '0'],
      ['All deposits', '2', '₹7,000.00', '1', '₹700.00', '0'],
      ['All withdrawals', '1', '₹1,500.00', '0', '₹0.00', '0'],
    ])
      await decisions.getByRole('row', { name: new RegExp(`^${row.join(' ')}`) }).waitFor()
    expect(desk.faults).toEqual([])
  })
})
