import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { PicturedPage } from './picture-book.ts'
import { PictureBook } from './picture-book.ts'

/**
 * The tests of all pages of an app.
 * @param stored names of the pictures that are stored and compared
 * @param isOfRoute whether a path belongs to a route
 */
export function testEachPage(
  app: 'web' | 'admin-web',
  pages: readonly PicturedPage[],
  stored: readonly string[],
  routes: readonly { readonly path: string }[],
  isOfRoute: (route: string, path: string) => boolean,
): void {
  // A page at two widths, on a machine that may have more to do.
  jest.setTimeout(60_000)

  describe(`each page of ${app}`, () => {
    let book: PictureBook
    beforeAll(async () => {
      book = await PictureBook.open(app, stored)
    }, 180_000)
    afterAll(() => book.close())

    it.each(pages)('$name fits, looks like its stored pictures and passes axe', async (page) => {
      expect(await book.look(page)).toEqual([])
    })

    it('covers every route, and each stored picture has a page', async () => {
      const unseen = routes.filter(({ path }) => !pages.some((page) => isOfRoute(path, page.path)))
      expect(unseen.map(({ path }) => path)).toEqual([])
      expect(await book.leftOver()).toEqual([])
    })
  })
}
