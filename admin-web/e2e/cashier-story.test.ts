import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { adminListDeposits, adminListWithdrawals } from '@kismet/contracts'
import { newUtr, tinyPng } from '@kismet/test-env/actors'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { addByOperator } from '@kismet/test-env/add-by-operator'
import { TestSite } from '@kismet/test-env/test-apps'
import { openAsAdmin, openAsPlayer } from '@kismet/test-env/visitors'
import type { WatchedPage } from '@kismet/test-env/watched-page'

const login = { username: 'meera', role: 'cashier', password: 'a-password-of-my-own' } as const
const playerCount = 10
const depositsEach = 3
const withdrawnRupees = 400

interface Asked {
  readonly amount: number
  readonly utr: string
}

let folder: string
let site: TestSite
let owner: AdminActor
let players: PlayerActor[]
let asked: Asked[]
let desk: WatchedPage

/** A reference of a deposit or a payout. The first digit is 4, because a statement drops leading zeros. */
const utrOf = (nth: number): string => `4${newUtr().slice(3)}${10 + nth}`

/** Asks for three deposits. Each has a proof of its own: two equal proofs would be a risk hint. */
async function askForDeposits(player: PlayerActor, at: number): Promise<Asked[]> {
  const all: Asked[] = []
  for (let nth = 0; nth < depositsEach; nth += 1) {
    const deposit = { amount: 500 + at * depositsEach + nth, utr: utrOf(at * depositsEach + nth) }
    await player.requestDeposit({ ...deposit, proof: Buffer.concat([tinyPng, Buffer.from(deposit.utr)]) })
    all.push(deposit)
  }
  return all
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-bank-'))
  site = await TestSite.create()
  owner = await site.casino.admin()
  players = await Promise.all(Array.from({ length: playerCount }, () => site.casino.player()))
  asked = (await Promise.all(players.map(askForDeposits))).flat()
  await addByOperator(site.casino, login)
  desk = await openAsAdmin(site, '/admin/bank-statement', login)
}, 180_000)
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

let balance = 100_000

/** Writes a statement as HDFC Bank does. Each file begins with the balance at the end of the file before. */
async function statementOf(
  name: string,
  rows: readonly { text: string; reference: string; amount: number }[],
): Promise<string> {
  const on = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', dateStyle: 'short' }).format(new Date())
  const day = on.replace(/\d\d(\d\d)$/, '$1')
  const lines = rows.map(({ text, reference, amount }) => {
    balance += amount
    const [debit, credit] = amount < 0 ? [(-amount).toFixed(2), ''] : ['', amount.toFixed(2)]
    return [day, text, reference, day, debit, credit, balance.toFixed(2)].join(',')
  })
  const header = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance'
  const path = join(folder, name)
  await writeFile(path, [header, ...lines].join('\n'))
  return path
}

/** Uploads a statement on the page of bank statements, and matches its rows. */
async function upload({ page }: WatchedPage, file: string, rows: number): Promise<void> {
  await page.locator('input[name=statement]').setInputFiles(file)
  await page.getByRole('button', { name: `Match ${rows} rows`, disabled: false }).click()
}

/** The same reference with another fourth digit. */
const mistyped = (utr: string): string => `${utr.slice(0, 3)}${(Number(utr[3]) + 5) % 10}${utr.slice(4)}`

describe("a cashier's morning", () => {
  const exactSum = () => asked.slice(0, -2).reduce((sum, { amount }) => sum + amount, 0)
  const inRupees = (amount: number) => `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`
  let creditedSum = 0
  let paid: { id: string; utr: string }[] = []

  it('approves 28 of 30 deposits at once by the statement of the bank', async () => {
    const atBank = asked.map((deposit, at) => {
      if (at === asked.length - 2) return { ...deposit, amount: deposit.amount - 50 }
      return at === asked.length - 1 ? { ...deposit, utr: mistyped(deposit.utr) } : deposit
    })
    const rows = atBank.map(({ utr, amount }, at) => ({
      text: `UPI-PLAYER ${at}-p${at}@ybl-YESB0000456-${utr}-KISMET`,
      reference: `0000${utr}`,
      amount,
    }))
    const { page } = desk
    await upload(desk, await statementOf('morning.csv', rows), 30)
    await page.getByText('28 of 28 ticked.').waitFor()
    await page.keyboard.press('a')
    await page.getByText(`Approve 28 deposits, ${inRupees(exactSum())}?`).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('28 approved.').waitFor()
  })

  it('looks at the other two, approves the amount that arrived and the mistyped reference', async () => {
    const { page } = desk
    const [otherAmount, otherUtr] = asked.slice(-2)
    const pairOf = (title: string) => page.getByRole('listitem').filter({ hasText: title })
    const arrived = (otherAmount?.amount ?? 0) - 50
    const words = `Approve ${inRupees(arrived)} (what arrived)`
    await pairOf('Amount differs').getByRole('button', { name: words }).click()
    const both = `The player asked for ${inRupees(arrived + 50)} and is credited ${inRupees(arrived)} at once.`
    await page.getByRole('dialog').getByText(both).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: words }).click()
    await pairOf('Amount differs').waitFor({ state: 'detached' })
    await pairOf('UTR is similar').getByText('digit 4').waitFor()
    await page.keyboard.press('y')
    await page.getByRole('dialog').getByText('The player is credited at once.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('No near matches').waitFor()
    const { deposits } = await owner.api.must(adminListDeposits, { search: otherAmount?.utr ?? '' })
    expect(deposits).toMatchObject([{ status: 'approved', amount: arrived, askedAmount: arrived + 50 }])
    const mail = await site.casino.mailbox.mail(players.at(-1)?.email ?? '', 'Amount in your request')
    const text = mail.replaceAll('=\r\n', '').replaceAll('=E2=82=B9', '₹')
    expect(text).toContain(inRupees(arrived))
    expect(text).toContain(inRupees(arrived + 50))
    creditedSum = exactSum() + arrived + (otherUtr?.amount ?? 0)
    expect(await owner.pendingDeposits()).toEqual([])
  })

  it('pays ten withdrawals with a payment file', async () => {
    for (const [at, player] of players.entries()) {
      const account = { name: `Player ${at}`, ifsc: 'HDFC0001234', mobile: `987654321${at}` }
      await player.saveAccount({ ...account, accountNumber: `5010012345678${at}` })
      await player.requestWithdrawal(withdrawnRupees)
    }
    const { page } = desk
    await page
      .getByRole('navigation', { name: 'Work' })
      .getByRole('link', { name: /^Withdrawals/ })
      .click()
    await page.getByRole('article', { name: 'Selected request' }).waitFor()
    await page.getByRole('button', { name: 'Payment file' }).click()
    // The accounts are new, which is a risk hint, so the cashier ticks the withdrawals.
    await page.getByRole('dialog').getByText('0 of 10 withdrawals, 10 need a closer look').waitFor()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Tick all 10' }).check()
    await page.getByRole('dialog').getByText('10 of 10 withdrawals, 10 need a closer look').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Make file, ₹4,000.00' }).click()
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
    expect(lines[0]).toBe('id,name,accountNumber,ifsc,amount')
    paid = lines.slice(1).map((line, at) => {
      const [id = '', , , , amount] = line.split(',')
      expect(amount).toBe('400.00')
      return { id: id.replace(/[="]/g, ''), utr: utrOf(playerCount * depositsEach + at) }
    })
    expect(paid).toHaveLength(playerCount)
  })

  it('marks the ten as paid at once by the next statement', async () => {
    const { page } = desk
    const rows = paid.map(({ id, utr }) => ({ text: `NEFT DR-${id}-KISMET`, reference: utr, amount: -withdrawnRupees }))
    await page
      .getByRole('navigation', { name: 'Work' })
      .getByRole('link', { name: /^Bank statement/ })
      .click()
    await upload(desk, await statementOf('next-day.csv', rows), 10)
    await page.getByText(/^Joins the statement of /).waitFor()
    await page.getByRole('button', { name: /^Mark 10 paid/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark paid' }).click()
    await page.getByText('10 of 10 withdrawals marked as paid.').waitFor()
  })

  it('the player reads the reference of the bank and both amounts, and the ledger adds up', async () => {
    const { withdrawals } = await owner.api.must(adminListWithdrawals, { status: 'approved' })
    expect(new Set(withdrawals.map(({ paidReference }) => paidReference))).toEqual(new Set(paid.map(({ utr }) => utr)))
    const player = players.at(-1)
    if (player === undefined) throw new Error('No player')
    const own = withdrawals.find(({ user }) => user.email === player.email)
    const app = await openAsPlayer(site, player)
    await app.page.getByRole('link', { name: 'Withdrawal', exact: true }).first().click()
    await app.page.getByText(/^Paid out · /).waitFor()
    await app.page.getByText(own?.paidReference ?? 'none').waitFor()
    await app.page.getByRole('link', { name: 'Deposit', exact: true }).first().click()
    const asks = asked.at(-2)?.amount ?? 0
    await app.page
      .getByText(`${inRupees(asks - 50)} arrived and is in your balance. You asked for ${inRupees(asks)}.`)
      .waitFor()
    const { checks, totals } = await site.casino.reconcile()
    expect(checks.filter(({ breaks }) => breaks > 0)).toEqual([])
    const leftPaise = (creditedSum - playerCount * withdrawnRupees) * 100
    expect(totals).toMatchObject({ playersTotal: leftPaise, heldTotal: 0, outsideTotal: -leftPaise })
    expect([...desk.faults, ...app.faults]).toEqual([])
  })
})
