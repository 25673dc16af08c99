import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getLedgerState, playDice, setSiteMaintenance } from '@kismet/contracts'
import { newUtr } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { approveByHand, askForDepositByHand, logInByHand, rollByHand, signUpByHand } from '@kismet/test-env/story-steps'
import { TestSite } from '@kismet/test-env/test-apps'
import { WatchedPage } from '@kismet/test-env/watched-page'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { Page } from 'playwright-core'

/** The main job of the product, by hand in a browser: both apps, as Vite builds them and with the CSP they are served with. */
describe('a player and an admin, each at their own app', () => {
  const email = 'asha@example.in'
  const password = 'a-long-password-7'
  const utr = newUtr()
  let site: TestSite
  let player: WatchedPage
  let admin: WatchedPage

  beforeAll(async () => {
    site = await TestSite.create()
    player = await WatchedPage.open(site.browser, site.webUrl)
    admin = await WatchedPage.open(site.browser, site.adminUrl)
  }, 180_000)

  afterAll(async () => {
    await site.close()
  })

  it('the player signs up and verifies the code of the mail', async () => {
    const { page } = player
    await signUpByHand(page, { email, password }, site.casino.mailbox)
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('sees at ₹0.00 the way to a deposit with its bonus', async () => {
    const { page } = player
    await page.getByRole('button', { name: 'Deposit ₹100 to play, 10% bonus' }).click()
    await page.getByText('Your first deposit brings a bonus of 10%').waitFor()
    expect(new URL(page.url()).pathname).toBe('/deposit')
  })

  it('asks for a deposit with a proof', async () => {
    const { page } = player
    const form = page.getByRole('form', { name: 'Deposit' })
    await form.getByRole('button', { name: /^Submit deposit/ }).click()
    await form.getByText('Enter a valid amount').waitFor()
    await form.getByLabel('Amount').fill('99')
    await form.getByRole('button', { name: /^Submit deposit/ }).click()
    await form.getByText('Minimum deposit amount is ₹100').waitFor()
    await askForDepositByHand(page, 1_000, utr)
  })

  it('the admin sees the request with its proof and approves it', async () => {
    const { page } = admin
    await logInByHand(page, site.casino.adminLogin)
    await approveByHand(page, email, '₹1,000.00')
  })

  it("the player's balance moves on the open page by itself", async () => {
    const { page } = player
    await page.getByText('Balance ₹1,000.00').waitFor()
    await page.getByText('Approved', { exact: true }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/deposit')
  })

  it('an approval whose answer was lost on the way is unclear until it is known, and credits once', async () => {
    const { page } = admin
    const other = await site.casino.player()
    await other.requestDeposit({ amount: 500 })
    const request = page.getByRole('article', { name: 'Selected request' })
    await request.getByText(other.email).first().waitFor()
    const isDecision = ({ pathname }: URL): boolean => pathname.startsWith('/api/admin/deposit-request/')
    let decisions = 0
    await page.route(isDecision, async (route) => {
      decisions += 1
      if (decisions > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.keyboard.press('a')
    await page.getByText('Is the money in the bank?').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/^Checking: no answer yet/).waitFor()
    await page.getByText(`₹500.00 goes to ${other.email}.`).waitFor()
    expect([decisions, await other.balance()]).toEqual([2, 500])
    await page.unroute(isDecision)
  })

  it('the player plays Dice', async () => {
    const { page } = player
    const won = await rollByHand(page, 200)
    await page.getByText(won ? 'Balance ₹1,200.00' : 'Balance ₹800.00').waitFor()
  })

  it('a play whose answer was lost on the way is shown as the earlier bet that it is, and took one stake', async () => {
    const { page } = player
    const stored = (key: string) => page.evaluate((name) => Number(localStorage.getItem(name)), key)
    const [beforePaise, beforeSeq] = [await stored('balance'), await stored('balanceSeq')]
    let plays = 0
    await page.route(`**${playDice.route.path}`, async (route) => {
      plays += 1
      if (plays > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.getByRole('button', { name: 'Roll', exact: true }).click()
    const result = page.getByText(/^Earlier bet: (Win|Loss) · /)
    await result.waitFor()
    const netPaise = (await result.textContent())?.includes('Win') === true ? 20_000 : -20_000
    await page.getByText(`Balance ${formatRupees(beforePaise + netPaise)}`).waitFor()
    expect([plays, await stored('balanceSeq')]).toEqual([2, beforeSeq + 1])
    await page.unroute(`**${playDice.route.path}`)
  })

  it('a play whose page is loaded again before its answer comes is checked and shown then', async () => {
    const { page } = player
    const keys: (string | undefined)[] = []
    const arrived = Promise.withResolvers<null>()
    await page.route(`**${playDice.route.path}`, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      // Its answer never comes.
      arrived.resolve(null)
    })
    await page.getByRole('button', { name: 'Roll', exact: true }).click()
    await arrived.promise
    await page.reload()
    await page.getByText(/^Checking your last bet · ₹200\.00$/).waitFor()
    await page.getByText(/^Earlier bet: (Win|Loss) · /).waitFor()
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(await page.getByLabel('Amount').inputValue()).toBe('200')
    await page.unroute(`**${playDice.route.path}`)
  })

  it("checks the result in the browser's own verifier", async () => {
    const { page } = player
    await page.getByRole('link', { name: 'Verify' }).first().click()
    await page.waitForURL('**/fairness?bet=*')
    await page.getByText('Verified', { exact: true }).waitFor()
  })

  it('and the ledger adds up', async () => {
    const owner = await site.casino.admin()
    const ledger = await eventually('the wallet has proven its ledger', async () => {
      const state = await owner.api.must(getLedgerState, {})
      return state.checkedAt !== null && state
    })
    expect(ledger.state).toBe('clean')
  })

  it('half of the first deposit was played: the bonus is credited, on its page and on the statement', async () => {
    const { page } = player
    await page.goto('/awaiting-bonus')
    await page.getByText('Credited', { exact: true }).waitFor()
    await page.goto('/account-statement')
    await page.getByRole('cell', { name: 'Bonus' }).waitFor()
  })

  it('maintenance takes the place of the open page, and gives it back', async () => {
    const { page } = player
    const owner = await site.casino.admin()
    await page.goto('/casino/dice')
    await page.getByRole('button', { name: 'Roll', exact: true }).waitFor()
    await owner.api.must(setSiteMaintenance, { siteMaintenance: true })
    await page.getByText('SITE UNDER MAINTENANCE').waitFor()
    await owner.api.must(setSiteMaintenance, { siteMaintenance: false })
    await page.getByRole('button', { name: 'Roll', exact: true }).waitFor()
  })

  it.each([
    {
      what: 'a limit of the player’s own is reached',
      refusal: 'Your daily wager limit is ₹1. You have ₹0 left of it. See your limits under Safer play.',
      ask: async (page: Page) => {
        await page.getByRole('button', { name: 'Change: Wager' }).click()
        await page.getByLabel('Day', { exact: true }).fill('1')
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText(/ of ₹1$/).waitFor()
      },
    },
    {
      what: 'a player has excluded themselves',
      refusal: 'You have excluded yourself from play.',
      ask: async (page: Page) => {
        await page.getByRole('button', { name: 'Exclude myself' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Exclude myself' }).click()
        await page.getByText(/^You have excluded yourself until /).waitFor()
      },
    },
  ])('$what: the next bet is refused, and no stake is taken', async ({ ask, refusal }) => {
    const { page } = player
    await page.goto('/safer-play')
    await ask(page)
    await page.goto('/casino/dice')
    const standing = () => page.evaluate(() => [localStorage.getItem('balance'), localStorage.getItem('balanceSeq')])
    const before = await standing()
    await page.getByRole('button', { name: 'Roll', exact: true }).click()
    await page.getByText(refusal).first().waitFor()
    expect(await standing()).toEqual(before)
  })

  it('a reload keeps the session, a logout ends it', async () => {
    const { page } = player
    await page.reload()
    await page.getByRole('button', { name: 'Roll', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Player menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/auth')
    await page.goto('/deposit')
    await page.waitForURL('**/auth')
  })

  it('neither page has broken its content security policy or thrown', () => {
    expect([...player.faults, ...admin.faults]).toEqual([])
  })
})
