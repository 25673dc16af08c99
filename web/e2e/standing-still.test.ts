import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  getAccountStatement,
  getAviatorHistory,
  getProfile,
  listAccounts,
  listDeposits,
  listDicePlays,
  listWithdrawals,
  socketEvents,
} from '@kismet/contracts'
import { moved, painted, share, watchShifts } from '@kismet/test-env/pictures/layout-shifts'
import { TestPages } from '@kismet/test-env/pictures/test-pages'
import type { Page, WebSocketRoute } from 'playwright-core'
import { roundPath } from '../src/core/paths.ts'
import { TestRound } from '../src/testing/aviator-rounds.ts'
import type { PlayerGateway } from '../src/testing/player-gateway.ts'
import { playerStorage, playerWithPast, statement } from './pictured-pages.ts'

const phone = { width: 360, height: 800 }
const desk = { width: 1440, height: 900 }
/** How much of a window may move, by the measure of browsers (CLS). */
const tolerated = 0.02

const playerPages = [
  '/withdraw',
  '/deposit',
  '/account',
  '/account-statement',
  '/awaiting-bonus',
  '/safer-play',
  '/fairness',
]
const otherPages = ['/support', roundPath(new TestRound(4).roundId)]

/** A player who has done nothing yet, before a round that is older than all that are known. */
function newcomer(): PlayerGateway {
  const answers = playerWithPast()
  answers.answer(listDicePlays, () => ok({ plays: [] }))
  answers.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
  answers.answer(listAccounts, () => ok({ accounts: [] }))
  answers.answer(listWithdrawals, () => ok({ withdrawals: [], nextCursor: null }))
  answers.answer(getAccountStatement, () => ok({ statements: [], nextCursor: null }))
  answers.answer(getAviatorHistory, () => ok({ rounds: [] }))
  const bonus = { awaitingBonus: 0, firstDepositAmount: 0, totalBetsAfterFirstDeposit: 0 }
  const user = { _id: '01940000-0000-7000-8000-000000000001', email: 'asha@example.in', username: null }
  answers.answer(getProfile, () => ok({ user: { ...user, balance: 1_000, balanceSeq: 1, ...bonus } }))
  return answers
}

/** Where the parts of a page that are in the window begin and end there, in px. */
type Layout = readonly (readonly [top: number, bottom: number])[]
const layoutOf = (main: string): string =>
  `[...(document.querySelector('${main}')?.children ?? [])].map((part) => part.getBoundingClientRect())
    .filter(({ top }) => top < innerHeight).map(({ top, bottom }) => [top, Math.min(bottom, innerHeight)].map(Math.round))`
const firstFrame = '#first-frame > [data-for=member] main'

/** Notes in each frame where the parts of the first frame stand, as long as it is there. */
const watchFirstFrame = `{
  globalThis.firstFrame = []
  const look = () => {
    if (document.querySelector('${firstFrame}')) globalThis.firstFrame = ${layoutOf(firstFrame)}
    requestAnimationFrame(look)
  }
  look()
}`

describe('what a page asks for moves nothing when it comes', () => {
  let pages: TestPages

  beforeAll(async () => {
    pages = await TestPages.open('web')
  }, 180_000)
  afterAll(() => pages.close())

  /** A page that waits for all of its answers, and the way to let them come. */
  async function openWaiting(
    path: string,
    viewport: typeof phone,
    gateway: PlayerGateway,
  ): Promise<{ page: Page; answer: () => void; connected: Promise<WebSocketRoute> }> {
    const { promise, resolve } = Promise.withResolvers<null>()
    const connected = Promise.withResolvers<WebSocketRoute>()
    const page = await pages.openPage({
      path,
      viewport,
      storage: playerStorage,
      serverTime: Date.now(),
      acknowledge: () => null,
      onSocket: connected.resolve,
      before: watchFirstFrame,
      isFirstVisit: true,
      reply: async (url, call) => {
        await promise
        return gateway.reply(url, call)
      },
    })
    await page.waitForFunction(
      () => document.querySelector('#first-frame') === null && document.querySelector('#root h1') !== null,
    )
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    await page.evaluate(painted)
    return { page, answer: () => resolve(null), connected: connected.promise }
  }

  it.each([...playerPages, ...otherPages])('%s', async (path) => {
    for (const [viewport, gateway] of [
      [phone, newcomer()],
      [phone, playerWithPast()],
      [desk, playerWithPast()],
    ] as const) {
      const { page, answer } = await openWaiting(path, viewport, gateway)
      if (playerPages.includes(path))
        expect(await page.evaluate<Layout>(layoutOf('#root main'))).toEqual(await page.evaluate<Layout>('firstFrame'))
      await page.evaluate(watchShifts)
      answer()
      await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
      await page.evaluate(painted)
      if ((await page.evaluate<number>(share)) > tolerated) expect(await page.evaluate(moved)).toEqual([])
      await page.close()
    }
  })

  it('the end of a page stays in sight while a list is asked for through another filter', async () => {
    const gateway = playerWithPast()
    const { page, answer } = await openWaiting('/account-statement', phone, gateway)
    const end = page.getByText('18+ only')
    expect(await end.isVisible()).toBe(false)
    answer()
    await end.waitFor()
    const filtered = Promise.withResolvers<null>()
    gateway.answer(getAccountStatement, () => filtered.promise)
    await page.getByLabel('Game').selectOption('Dice')
    await page.locator('[role=status][aria-busy=true]').waitFor()
    expect(await end.isVisible()).toBe(true)
    filtered.resolve(null)
    await page.close()
  })

  it.each([
    { name: 'a phone', viewport: phone },
    { name: 'a tablet', viewport: { width: 820, height: 1180 } },
    { name: 'a desk', viewport: desk },
  ])('that there are newer lines is told on $name over none that is read', async ({ viewport }) => {
    const gateway = playerWithPast()
    gateway.answer(getAccountStatement, ({ query }) => {
      const isFirst = query.get('cursor') === null
      const statements = statement.map((line) => ({ ...line, _id: `${line._id}${isFirst ? '' : '-before'}` }))
      return ok({ statements, nextCursor: isFirst ? '1' : null })
    })
    const { page, answer, connected } = await openWaiting('/account-statement', viewport, gateway)
    answer()
    const list = page.getByRole('group', { name: 'Transactions' })
    await list.evaluate((lines) => lines.scrollTo(0, lines.scrollHeight))
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 14)
    await page.evaluate(watchShifts)
    const told = { balance: 1_000, balanceSeq: 9, netResult: 0, reason: 'bet', bonusReleased: false }
    const socket = await connected
    socket.send(`42${JSON.stringify([socketEvents.balanceUpdate.event, told])}`)
    const newest = page.getByRole('button', { name: 'Show the newest lines' })
    await newest.waitFor()
    await page.evaluate(painted)
    if ((await page.evaluate<number>(share)) > 0) expect(await page.evaluate(moved)).toEqual([])
    const [button, lines] = [await newest.boundingBox(), await list.boundingBox()]
    expect((button?.y ?? 0) + (button?.height ?? Infinity)).toBeLessThanOrEqual(lines?.y ?? 0)
    expect((button?.x ?? 0) + (button?.width ?? Infinity)).toBeLessThanOrEqual(viewport.width - 16)
    await page.close()
  })
})
