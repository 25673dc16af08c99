import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { PicturedPage } from './picture-book.ts'
import { PictureBook } from './picture-book.ts'

/** The tests of all pages of an app, for a test file of it. `isOfRoute` says whether a path is one of a route's: then it has a picture. */
export function testEachPage(
  app: 'web' | 'admin-web',
  pages: readonly PicturedPage[],
  routes: readonly { readonly path: string }[],
  isOfRoute: (route: string, path: string) => boolean,
): void {
  // A page at two widths, on a machine that may have more to do.
  jest.setTimeout(60_000)

  describe(`each page of ${app}`, () => {
    let book: PictureBook
    beforeAll(async () => {
      book = await PictureBook.open(app)
    }, 180_000)
    afterAll(() => book.close())

    it.each(pages)('$name is as in its pictures, and axe finds nothing', async (page) => {
      expect(await book.look(page)).toEqual([])
    })

    it('has a picture, and each picture has a page', async () => {
      const unseen = routes.filter(({ path }) => !pages.some((page) => isOfRoute(path, page.path)))
      expect(unseen.map(({ path }) => path)).toEqual([])
      expect(await book.leftOver()).toEqual([])
    })
  })
}
