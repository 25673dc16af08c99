import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { faultsOf } from '@kismet/test-env/pictures/page-fit'
import { openBrowser } from '@kismet/test-env/test-apps'
import type { Browser, Page } from 'playwright-core'

describe('what does not fit of a page', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await openBrowser()
    page = await browser.newPage({ viewport: { width: 400, height: 400 } })
  }, 180_000)
  afterAll(() => browser.close())

  const picture = `<img alt="" width="40" height="40" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`
  const cases: readonly (readonly [name: string, html: string, faults: readonly unknown[]])[] = [
    ['nothing of what fits', '<p>Words, <b>₹100.00</b> and 1.64x</p>', []],
    ['what leaves the window', '<p style="width: 500px">Words</p>', ['is 508 px wide in 400, as far as “Words”']],
    [
      'what no scrolling gets to',
      '<section style="display: grid; height: 20px; overflow: auto; align-content: center"><p>Words</p><p>Others</p></section>',
      ['no scrolling gets to “Words”'],
    ],
    ['what is above the page', '<p style="margin-top: -60px">Words</p>', ['no scrolling gets to “Words”']],
    ['text over text', '<p>Words</p><p style="margin-top: -30px">Others</p>', ['“Words” stands over “Others”']],
    [
      'not what a bar that stays covers',
      '<p>Words</p><button style="position: sticky; display: block; margin-top: -36px">Roll</button>',
      [],
    ],
    ...['₹1,000.00', '−₹5.00', '1.64x', 'x100', '49.50%', '83.14'].map(
      (number) =>
        [
          `${number}, cut off`,
          `<p style="width: 20px; overflow: hidden">${number}</p>`,
          [`“${number}” is cut off`],
        ] as const,
    ),
    ['not what is scrolled to', '<p style="width: 20px; overflow: auto hidden">1.64x</p>', []],
    [
      'not what fades out',
      '<p style="width: 20px; overflow: hidden; mask: linear-gradient(90deg, #000, transparent)">1.64x</p>',
      [],
    ],
    ['a number without a size', '<p style="font-size: 0">1.64x</p>', ['“1.64x” is 0.0 px high']],
    ['words that are too small', '<p style="font-size: 8px">Words</p>', ['“Words” is 8.0 px high']],
    [
      'an amount that ends past its list',
      '<dl style="width: 60px; display: flex; font: 16px monospace"><dt>Max</dt><dd style="margin: 0">₹1,000</dd></dl>',
      [expect.stringMatching(/^“₹1,000” ends \d+ px past its place$/)],
    ],
    [
      'words that end past their button',
      '<button style="width: 60px; white-space: nowrap">Deposit to play</button>',
      [expect.stringMatching(/^“Deposit to play” ends \d+ px past its button$/)],
    ],
    [
      'a picture that hangs out of its button',
      `<button aria-label="Tile 1" style="width: 60px; height: 20px; padding: 0; vertical-align: top">${picture}</button>`,
      [expect.stringMatching(/^a picture hangs \d+ px out of “Tile 1”$/)],
    ],
  ]
  it('is not what was scrolled past', async () => {
    await page.setContent(
      '<!doctype html><body><section style="height: 20px; overflow: auto"><p>Words</p><p>Others</p></section><p style="margin-bottom: 900px">More</p>',
    )
    await page.evaluate(() => {
      document.querySelector('section')?.scrollTo(0, 99)
      window.scrollTo(0, 99)
    })
    expect(await faultsOf(page)).toEqual([])
  })

  it.each(cases)('is %s', async (_, html, faults) => {
    await page.setContent(`<!doctype html><body>${html}`)
    expect(await faultsOf(page)).toEqual(faults)
  })
})
