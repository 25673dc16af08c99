import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { TestPages } from '@kismet/test-env/pictures/test-pages'
import { picturedPages } from './pictured-pages.ts'

let pages: TestPages

beforeAll(async () => {
  pages = await TestPages.open('admin-web')
}, 180_000)
afterAll(() => pages.close())

it('a printed report has its figures alone, in light colours', async () => {
  const report = picturedPages.find(({ name }) => name === 'reports-month')
  if (!report) throw new Error('The report has no picture')
  const { path, storage, reply } = report
  // An A4 sheet in landscape, less its margins.
  const viewport = { width: 1_046, height: 718 }
  const page = await pages.openPage({ path, storage, reply, viewport, serverTime: Date.now(), acknowledge: () => null })
  await page.getByRole('table', { name: 'Balances' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  // A print dialog sends this event.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await page.locator('aside:visible, nav:visible, h1:visible, input[type=search]:visible').count()).toBe(0)
  const { left } = await page.locator('main').evaluate((main) => main.getBoundingClientRect())
  expect(left).toBe(0)
  const closing = await page.getByRole('columnheader', { name: 'Closing' }).boundingBox()
  expect((closing?.x ?? 0) + (closing?.width ?? Infinity)).toBeLessThanOrEqual(viewport.width)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  await page.close()
})
