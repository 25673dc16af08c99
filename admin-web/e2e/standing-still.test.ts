import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { moved, painted, share, watchShifts } from '@kismet/test-env/pictures/layout-shifts'
import { TestPages } from '@kismet/test-env/pictures/test-pages'
import { paths } from '../src/core/paths.ts'
import { picturedPages } from './pictured-pages.ts'

const laptop = { width: 1350, height: 940 }
/** How much of a window may move, by the measure of browsers (CLS). */
const tolerated = 0.02

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
