import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { TestPages } from '@kismet/test-env/pictures/test-pages'
import { aviatorStates } from './aviator-states.ts'
import { playerStorage, playerWithPast } from './pictured-pages.ts'

/** Notes what was painted larger than all before it once the first frame has gone. */
const watchPaints = `{
  globalThis.paints = []
  const note = (entries) => {
    for (const { element, size } of entries)
      if (element !== null && element.closest('#first-frame') === null) paints.push(element.textContent + ' ' + size)
  }
  globalThis.paintObserver = new PerformanceObserver((list) => note(list.getEntries()))
  paintObserver.observe({ type: 'largest-contentful-paint', buffered: true })
}`
const nextFrames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'

/** A balance whose text is long. */
const rich = { ...playerStorage, balance: '2500000000' }

/** On a slow phone the first frame is there long before the app: what is larger in the page that follows would be its largest paint. */
describe('the largest paint of a game', () => {
  let pages: TestPages

  beforeAll(async () => {
    pages = await TestPages.open('web')
  }, 180_000)
  afterAll(() => pages.close())

  it.each([
    ['/casino/slots', null],
    ['/casino/mines', null],
    ['/mines-auto', null],
    ['/casino/dice', null],
    ['/casino/aviator', 'aviator-betting'],
    ['/casino/aviator', 'aviator-flying'],
    ['/casino/aviator', 'aviator-lost'],
  ])('%s (%s) is in its first frame', async (path, state) => {
    const gateway = playerWithPast()
    const acknowledge = aviatorStates.find(({ name }) => name === state)?.acknowledge
    const page = await pages.openPage({
      path,
      storage: rich,
      reply: (url, call) => gateway.reply(url, call),
      serverTime: Date.now(),
      acknowledge: acknowledge ?? (() => null),
      isFirstVisit: true,
    })
    await page.evaluate(watchPaints)
    await page.waitForFunction(() => document.querySelector('#first-frame, [aria-busy=true]') === null)
    if (state !== null) await page.getByText('CONNECTING TO AVIATOR SERVER').waitFor({ state: 'detached' })
    await page.evaluate(nextFrames)
    expect(await page.evaluate('paints')).toEqual([])
    await page.close()
  })
})
