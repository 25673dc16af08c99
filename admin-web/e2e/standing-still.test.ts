import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { TestPages } from '@kismet/test-env/pictures/test-pages'
import { paths } from '../src/core/paths.ts'
import { picturedPages } from './pictured-pages.ts'

const laptop = { width: 1350, height: 940 }
/** How much of a window may move, by the measure of browsers (CLS). */
const tolerated = 0.02

/** Notes what moves from now on, and by how much of the window. */
const watchShifts = `{
  globalThis.shifts = []
  new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries())).observe({ type: 'layout-shift' })
}`
const painted = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))'
const share = 'globalThis.shifts.reduce((sum, { value }) => sum + value, 0)'
/** Tells the reader of a failed test what moved. */
const moved = `globalThis.shifts.flatMap(({ sources }) => sources).map(({ node, previousRect, currentRect }) =>
  node?.nodeName + '.' + node?.className + ' from ' + previousRect.top + ' to ' + currentRect.top)`

describe('the answers of the server move no part of a page of the back office', () => {
  let pages: TestPages

  beforeAll(async () => {
    pages = await TestPages.open('admin-web')
  }, 180_000)
  afterAll(() => pages.close())

  it('on the dashboard', async () => {
    const dashboard = picturedPages.find(({ path }) => path === paths.dashboard)
    if (!dashboard) throw new Error('The dashboard has no picture')
    const { promise, resolve } = Promise.withResolvers<null>()
    const page = await pages.openPage({
      path: dashboard.path,
      viewport: laptop,
      storage: dashboard.storage,
      serverTime: Date.now(),
      acknowledge: dashboard.acknowledge ?? (() => null),
      isFirstVisit: true,
      reply: async (url, call) => {
        await promise
        return dashboard.reply(url, call)
      },
    })
    await page.waitForFunction(
      () => document.querySelector('#first-frame') === null && document.querySelector('#root h1') !== null,
    )
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    await page.evaluate(painted)
    await page.evaluate(watchShifts)
    resolve(null)
    await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
    await page.evaluate(painted)
    if ((await page.evaluate<number>(share)) > tolerated) expect(await page.evaluate(moved)).toEqual([])
    await page.close()
  })
})
