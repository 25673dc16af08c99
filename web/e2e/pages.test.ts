import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { PictureBook } from '@kismet/test-env/pictures/picture-book'
import { matchPath } from 'react-router'
import { routes } from '../src/shell/routes.ts'
import { picturedPages } from './pictured-pages.ts'

// A page at two widths, on a machine that may have more to do.
jest.setTimeout(60_000)

describe('each page of the player app', () => {
  let book: PictureBook
  beforeAll(async () => {
    book = await PictureBook.open('web')
  }, 180_000)
  afterAll(() => book.close())

  it.each(picturedPages)('$name is as in its pictures, and axe finds nothing', async (page) => {
    expect(await book.look(page)).toEqual([])
  })

  it('has a picture, and each picture has a page', async () => {
    const unseen = routes.filter(({ path }) => !picturedPages.some((page) => matchPath(path, page.path)))
    expect(unseen.map(({ path }) => path)).toEqual([])
    expect(await book.leftOver()).toEqual([])
  })
})
