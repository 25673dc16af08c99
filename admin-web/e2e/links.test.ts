import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { TestPages } from '@kismet/test-env/pictures/test-pages'
import type { Page } from 'playwright-core'
import { picturedPages } from './pictured-pages.ts'

// A page of the whole app, on a machine that may have more to do.
jest.setTimeout(60_000)

/** What of the links and copied texts in tables something else lies over, so that a click on it does another thing. */
function coveredIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('td :is(a, button, .mono)')]
      .filter((target) => {
        target.scrollIntoView({ block: 'center' })
        const { left, right, top, bottom } = target.getBoundingClientRect()
        return !target.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
      })
      .map(({ innerText, ariaLabel }) => ariaLabel ?? innerText),
  )
}

describe('the tables of the back office', () => {
  let pages: TestPages
  beforeAll(async () => {
    pages = await TestPages.open('admin-web')
  }, 180_000)
  afterAll(() => pages.close())

  async function open(name: string, width: number): Promise<Page> {
    const pictured = picturedPages.find((page) => page.name === name)
    if (!pictured) throw new Error(`No page is called ${name}`)
    const { path, storage, reply } = pictured
    const network = { serverTime: Date.now(), acknowledge: () => null, onSocket: () => undefined }
    const page = await pages.openPage({ path, storage, reply, ...network })
    await page.setViewportSize({ width, height: 900 })
    await page.locator('td:visible').first().waitFor()
    return page
  }

  it.each(
    ['player', 'player-deposits', 'rounds-aviator', 'analytics'].flatMap((name) =>
      [360, 1440].map((width) => ({ name, width })),
    ),
  )('let each link of $name be reached at $width px, and each reference be marked', async ({ name, width }) => {
    const page = await open(name, width)
    expect(await coveredIn(page)).toEqual([])
    await page.close()
  })

  it.each(['audit-log', 'players'])('have filters that a phone can press: %s', async (name) => {
    const page = await open(name, 360)
    const button = page.getByRole('button', { name: /^Filters/ })
    await button.click({ timeout: 5_000 })
    await page.getByRole('button', { name: 'Choose columns' }).click({ timeout: 5_000 })
    await page.getByRole('dialog', { name: 'Columns' }).waitFor()
    await page.close()
  })

  it('stand as cards on a phone: a head, a line, and the columns beside each other, all of them at the left', async () => {
    const page = await open('player', 360)
    const cells = page.locator('tbody > tr').first().locator('td')
    const boxes = await cells.evaluateAll((all) =>
      all.map((cell) => {
        const text = document.createRange()
        text.selectNodeContents(cell)
        const { left, top } = text.getBoundingClientRect()
        return [cell.dataset.title, Math.round(left - cell.getBoundingClientRect().left), Math.round(top)] as const
      }),
    )
    const columns = boxes.filter(([title]) => ['No.', 'Time', 'Balance after'].includes(title ?? ''))
    expect(columns.map(([title, indent]) => [title, indent])).toEqual([
      ['No.', 0],
      ['Time', 0],
      ['Balance after', 0],
    ])
    const tops = new Set(columns.map(([, , top]) => top))
    expect(tops.size).toBe(1)
    expect(Math.max(...boxes.map(([, , top]) => top))).toBe([...tops][0])
    await page.close()
  })

  it('open a row of the day wherever it is pressed', async () => {
    const page = await open('analytics', 1440)
    await page
      .getByRole('row', { name: /arjun.*statement of today/ })
      .locator('td')
      .last()
      .click({ force: true })
    await page.getByRole('dialog').waitFor()
  })
})
