import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getLimits, revealMinesTile, setLimit } from '@kismet/contracts'
import { fund, PlayerActor } from '@kismet/test-env/actors'
import { TestSite } from '@kismet/test-env/test-apps'
import { openAsPlayer } from '@kismet/test-env/visitors'
import type { WatchedPage } from '@kismet/test-env/watched-page'
import type { Locator, Page } from 'playwright-core'

/** Games that take more than one answer, or more than one moment, played in a browser against the real house. */
describe('at the tables', () => {
  let site: TestSite
  let player: PlayerActor
  let watched: WatchedPage
  let page: Page

  const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
  const tile = (number: number): Locator => button(new RegExp(`^Tile ${number}, `))
  const nameOf = (number: number): Promise<string | null> => tile(number).getAttribute('aria-label')

  /** What has become of a tile that was pressed. */
  async function pressed(number: number): Promise<'gem' | 'mine'> {
    await button(new RegExp(`^Tile ${number}, (gem|mine, you hit it)$`)).waitFor()
    return (await nameOf(number))?.endsWith('gem') === true ? 'gem' : 'mine'
  }
  /** Begins games until one is on whose tile is a gem, or a mine; each is paid for. */
  async function openUntil(wanted: 'gem' | 'mine', number: number): Promise<void> {
    for (let games = 0; games < 40; games += 1) {
      await button(/^(Start Game|Play Again)$/).click()
      await button(/^Cashout/).waitFor()
      await tile(number).click()
      if ((await pressed(number)) === wanted) return
      if (wanted === 'mine') {
        await button(/^Cashout/).click()
        await button('Play Again').waitFor()
      }
    }
    throw new Error(`40 games had no ${wanted} there`)
  }

  beforeAll(async () => {
    site = await TestSite.create()
    player = new PlayerActor(site.casino.gatewayUrl, 'tara@example.in')
    await player.signUp(site.casino.mailbox)
    await fund(player, await site.casino.admin(), 10_000)
    watched = await openAsPlayer(site, player)
    page = watched.page
    await page.getByText('Balance ₹10,000.00').waitFor()
  }, 180_000)
  afterAll(() => site.close())

  it('a game of Mines goes on after a reload, and pays what it shows', async () => {
    await page.getByRole('link', { name: 'Mines' }).first().click()
    await page.getByLabel('Bet Amount').fill('100')
    await page.getByRole('textbox', { name: 'Mines count' }).fill('1')
    await page.getByRole('textbox', { name: 'Mines count' }).blur()
    await openUntil('gem', 13)
    await page.reload()
    await button(/^Cashout · 0\.99x/).waitFor()
    expect(await nameOf(13)).toBe('Tile 13, gem')
    expect(await page.getByText('Commitment of this bet').isVisible()).toBe(true)
    const before = await player.balance()
    await button(/^Cashout/).click()
    await page.getByText('Cashed out at 0.99x').first().waitFor()
    expect(await player.balance()).toBe(before + 99)
  }, 60_000)

  it('a tile whose answer was lost is asked for again under its key, and shown once', async () => {
    const keys: (string | undefined)[] = []
    await openUntil('gem', 1)
    await page.route(`**${revealMinesTile.route.path}`, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await tile(2).click()
    await page.getByText(/^Checking with the server/).waitFor()
    await pressed(2)
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    await page.unroute(`**${revealMinesTile.route.path}`)
    if (await button(/^Cashout/).isVisible()) await button(/^Cashout/).click()
    await button('New Game').click()
  }, 60_000)

  it('a game of Mines outlives its service: a tile pressed while it is down is opened once it is back', async () => {
    await site.casino.stop('mines')
    const mines = await site.casino.startProcess('mines')
    await openUntil('gem', 13)
    await mines.crash()
    await tile(14).click()
    await page.getByText(/^Checking with the server/).waitFor()
    await site.casino.start('mines')
    const found = await pressed(14)
    const refused = watched.faults.splice(0).map((fault) => fault.replace(site.webUrl, ''))
    expect([...new Set(refused)]).toEqual([`503 ${revealMinesTile.route.path}`])
    expect(await nameOf(13)).toMatch(/^Tile 13, gem/)
    if (found === 'mine') return page.getByText('You hit a mine').first().waitFor()
    const before = await player.balance()
    await button(/^Cashout/).click()
    await page
      .getByText(/^Cashed out at /)
      .first()
      .waitFor()
    expect(await player.balance()).toBeGreaterThan(before + 100)
  }, 60_000)

  it('a game that is lost shows its mines and its seed, which can be verified', async () => {
    await page.getByRole('radio', { name: '20' }).click()
    await openUntil('mine', 25)
    await page.getByText('You hit a mine').first().waitFor()
    await page.getByText('Server seed revealed').waitFor()
    await button(/, gem, not opened$/)
      .first()
      .waitFor()
    expect(await button(/, mine/).count()).toBe(20)
    await page.getByRole('link', { name: 'Verify' }).first().click()
    await page.waitForURL('**/fairness?bet=*')
    await page.getByText('Verified', { exact: true }).waitFor()
  }, 60_000)

  it('the reels of Slots stop one by one, the last after 0.9 s', async () => {
    await page.goto('/casino/slots')
    await button('SPIN').waitFor()
    // What was begun is written down: a busy machine may draw no frame in which all three still move.
    await page.evaluate(() => {
      const begin = Reflect.get(Element.prototype, 'animate')
      Element.prototype.animate = function (...args) {
        const slide = begin.apply(this, args)
        const duration = Number(slide.effect?.getTiming().duration)
        document.body.dataset.slides = [document.body.dataset.slides, duration].filter(Boolean).join(' ')
        return slide
      }
    })
    await button('SPIN').click()
    await page.getByText('Server seed revealed').waitFor()
    const stops = await page.evaluate(() => document.body.dataset.slides?.split(' ').map(Number))
    expect(stops).toHaveLength(3)
    expect(stops).toEqual([...new Set(stops)].sort((a, b) => a - b))
    expect(stops?.[2]).toBe(900)
  }, 60_000)

  const field = (name: string): Locator => page.getByRole('textbox', { name })

  it('a run of Dice plays its number of bets, and another one stops at its loss', async () => {
    await page.goto('/casino/dice')
    // Each roll wins with roll-over 0, and pays 0.99 times the stake.
    await field('Roll over').fill('0')
    await page.getByRole('tab', { name: 'Auto' }).click()
    await field('Amount').fill('100')
    const before = await player.balance()
    for (const { fields, told } of [
      { fields: { 'Number of bets': '2' }, told: '2 of 2 · −₹2.00 · All bets done' },
      { fields: { 'Number of bets': '5', 'Stop on loss ₹': '3' }, told: '3 of 5 · −₹3.00 · Loss reached' },
    ]) {
      for (const [name, text] of Object.entries(fields)) await field(name).fill(text)
      await button('Start Auto').click()
      await page.getByText(told, { exact: true }).waitFor()
    }
    expect(await player.balance()).toBe(before - 5)
  }, 60_000)

  describe('a run of Mines auto', () => {
    /** Sets a run up: one tile beside so many mines, and when it ends. */
    async function start(mines: number, fields: Readonly<Record<string, number>>): Promise<void> {
      await page.goto('/mines-auto')
      await page.getByRole('region', { name: 'Configuration' }).waitFor()
      if (await button('Reset').isEnabled()) {
        await button('Reset').click()
        await page.getByText('Not started').waitFor()
      }
      await button('Clear').or(page.getByText('0 picked')).first().waitFor()
      if (await button('Clear').isEnabled()) await button('Clear').click()
      for (const name of ['Stop after bets', 'Stop at upper balance', 'Stop at lower balance'])
        await field(name).fill('')
      await field('Mines count').fill(String(mines))
      for (const [name, value] of Object.entries(fields)) await field(name).fill(String(value))
      await button('Tile 8').click()
      await button('Start Auto').click()
      const sure = page.getByRole('dialog').getByRole('button', { name: 'Start Auto' })
      // A run of one game may have stopped before this looks.
      await sure
        .or(page.getByText(/^(Running$|Stopped: )/))
        .first()
        .waitFor()
      if (await sure.isVisible()) await sure.click()
    }
    const stopped = (reason: string): Promise<void> =>
      page.getByText(`Stopped: ${reason}`, { exact: true }).waitFor({ timeout: 60_000 })

    it('ends after its number of bets', async () => {
      await start(3, { 'Bet Amount': 10, 'Stop after bets': 2 })
      await stopped('Bets Done')
      expect(await page.getByText('2 of 2').isVisible()).toBe(true)
    }, 90_000)

    /** Runs of few games each until one ends for this reason: what they come to is chance. */
    async function until(reason: string, begin: () => Promise<void>): Promise<void> {
      for (let runs = 0; runs < 8; runs += 1) {
        await begin()
        const ended = page.getByText(/^Stopped: /)
        await ended.waitFor({ timeout: 90_000 })
        if ((await ended.textContent()) === `Stopped: ${reason}`) return
      }
      throw new Error(`8 runs did not end for ${reason}`)
    }

    it(
      'ends at its upper boundary',
      () =>
        until('Upper Boundary', async () => {
          const balance = await player.balance()
          await start(1, { 'Bet Amount': 100, 'Stop after bets': 3, 'Stop at upper balance': Math.ceil(balance) + 1 })
        }),
      120_000,
    )

    it(
      'ends at its lower boundary',
      () =>
        until('Lower Boundary', async () => {
          const balance = await player.balance()
          await start(24, { 'Bet Amount': 10, 'Stop after bets': 3, 'Stop at lower balance': Math.floor(balance) - 1 })
        }),
      120_000,
    )

    it('goes on after a reload, and ends when the player stops it', async () => {
      await start(3, { 'Bet Amount': 1 })
      await page.getByRole('region', { name: 'Live Game History' }).getByRole('listitem').first().waitFor()
      await page.reload()
      await page.getByText('Running').waitFor()
      const games = page.getByRole('region', { name: 'Live Game History' }).getByRole('listitem')
      const before = await games.count()
      await games.nth(before).waitFor()
      await button('Stop').click()
      await page.getByText(/^Auto Mode Stopped · total profit/).waitFor()
      await stopped('Stopped By Player')
    }, 90_000)

    it(
      'ends when there is not enough left for a bet',
      () =>
        until('Insufficient Balance', async () => {
          const balance = await player.balance()
          await start(24, { 'Bet Amount': Math.min(20_000, Math.floor(balance * 0.6)), 'Stop after bets': 30 })
        }),
      180_000,
    )

    it('is over for who looks from elsewhere, once the login that began it was ended there', async () => {
      await fund(player, await site.casino.admin(), 1_000)
      await start(3, { 'Bet Amount': 10 })
      await page.getByText('Running').waitFor()
      const [before, login] = [watched, page]
      watched = await openAsPlayer(site, player)
      page = watched.page
      await page.goto('/account')
      await button(/^End the session on .* on Linux$/).click()
      await login.waitForURL('**/auth*')
      await page.goto('/mines-auto')
      await stopped('Session Ended')
      watched.faults.push(...before.faults)
    }, 90_000)

    it('ends at a limit that its player has set', async () => {
      const { limits } = await player.api.must(getLimits, {})
      const { used = 0 } = limits.find(({ type, period }) => type === 'wager' && period === 'day') ?? {}
      await player.api.must(setLimit, { type: 'wager', period: 'day', amount: Math.ceil(used) + 15 })
      await start(3, { 'Bet Amount': 10 })
      await stopped('Limit Reached')
      expect(await page.getByRole('region', { name: 'Live Game History' }).getByRole('listitem').count()).toBe(1)
    }, 90_000)
  })

  it('nothing has been thrown or refused on the way', () => {
    expect(watched.faults).toEqual([])
  })
})
