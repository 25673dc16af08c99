import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { fund } from '@kismet/test-env/actors'
import type { PlayerActor } from '@kismet/test-env/actors'
import { TestSite } from '@kismet/test-env/test-apps'
import { openAsPlayer } from '@kismet/test-env/visitors'
import type { WatchedPage } from '@kismet/test-env/watched-page'
import type { Page } from 'playwright-core'

// Rounds take their time, and the first ones may crash before anybody could cash out.
jest.setTimeout(240_000)
const mostRounds = 6
const roundMs = 120_000

let site: TestSite
beforeAll(async () => {
  site = await TestSite.create()
}, 180_000)
afterAll(async () => {
  await site.close()
})

async function openAviator(player: PlayerActor): Promise<WatchedPage> {
  const watched = await openAsPlayer(site, player)
  await watched.page.goto('/casino/aviator')
  return watched
}

const placedIn = (page: Page) => page.getByRole('button', { name: /^(Bet Placed|Cash Out)/ })

/** Has a bet in a round: in the next one where the press came as betting ended. */
async function placeBet(page: Page): Promise<void> {
  const placed = placedIn(page)
  const free = page.getByRole('button', { name: /^Place Bet/, disabled: false })
  for (let presses = 0; presses < mostRounds; presses++) {
    await free.or(placed).first().waitFor({ timeout: roundMs })
    // It was made in flight.
    if (await placed.isVisible()) return
    await free.click({ timeout: roundMs })
    const isIn = await placed.waitFor().then(
      () => true,
      () => false,
    )
    if (isIn) return
  }
  throw new Error(`No bet was placed with ${mostRounds} presses`)
}

/** What says that the round is lost: the loss, or the next round on a machine too slow to have shown the end of this one. */
const lossOf = (page: Page) => page.getByText('Lost ₹100.00', { exact: true })
const overFor = (page: Page) =>
  lossOf(page)
    .or(page.getByRole('button', { name: /^Place Bet/, disabled: false }))
    .first()

/** Presses Cash Out as soon as it is there. @returns whether that was before the crash */
async function cashOut(page: Page): Promise<boolean> {
  const button = page.getByRole('button', { name: /^Cash Out/ })
  await button.or(overFor(page)).first().waitFor({ timeout: roundMs })
  await button.click({ timeout: 2_000 }).catch(() => undefined)
  const paid = page.getByText(/^Cashed Out · Won ₹/)
  await paid.or(overFor(page)).first().waitFor({ timeout: roundMs })
  return paid.isVisible()
}

/** Whether the page tells of the loss, and not of the next round alone. */
async function seesLoss(page: Page): Promise<boolean> {
  await overFor(page).waitFor({ timeout: roundMs })
  return lossOf(page).isVisible()
}

it('one cashes out and bets on the next round in flight, another reloads in mid-flight and crashes, and the round is true for both', async () => {
  const admin = await site.casino.admin()
  const players = [await site.casino.player(), await site.casino.player()] as const
  for (const player of players) await fund(player, admin, 1_000)
  const [asha, vikram] = [await openAviator(players[0]), await openAviator(players[1])]
  let isTold = false
  for (let round = 0; round < mostRounds && !isTold; round++) {
    await Promise.all([placeBet(asha.page), placeBet(vikram.page)])
    const isPaid = await cashOut(asha.page)
    if (isPaid) {
      await asha.page.getByRole('button', { name: /^Bet next round/, disabled: false }).click({ timeout: roundMs })
      await vikram.page.reload()
    }
    isTold = (await seesLoss(vikram.page)) && isPaid
  }
  expect(isTold).toBe(true)
  await placedIn(asha.page).waitFor({ timeout: roundMs })
  // The way to the proof stands there after each crash for the three seconds until the next round.
  await vikram.page.getByRole('link', { name: 'Verify', exact: true }).click({ timeout: roundMs })
  await vikram.page.getByText('Verified', { exact: true }).waitFor()
  expect([...asha.faults, ...vikram.faults]).toEqual([])
})
