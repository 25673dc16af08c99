import '../../testing/browser-parts.ts'
import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { unanswered } from '@kismet/app-kit/call-error.ts'
import type { CallResult } from '@kismet/app-kit/call.ts'
import type { PictureKey } from './proof-shelf.ts'
import { proofShelf } from './proof-shelf.ts'

const revoked = jest.fn<(url: string) => void>()
beforeEach(() => {
  revoked.mockClear()
  URL.revokeObjectURL = revoked
})

const picture = (type = 'image/jpeg'): CallResult<Blob> => ({ data: new Blob(['1234'], { type }) })
const fetching = (answer: () => CallResult<Blob>): jest.Mock<(key: PictureKey) => Promise<CallResult<Blob>>> =>
  jest.fn<(key: PictureKey) => Promise<CallResult<Blob>>>(() => Promise.resolve(answer()))
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

describe('the shelf of proofs', () => {
  it('fetches a page once, and each page by itself', async () => {
    const fetched = fetching(picture)
    const shelf = proofShelf(fetched, 4)
    const [first, again, second] = await Promise.all([
      shelf.take({ id: 'a', page: 1 }),
      shelf.take({ id: 'a', page: 1 }),
      shelf.take({ id: 'a', page: 2 }),
    ])
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(first.picture).toEqual(again.picture)
    expect(first.picture?.bytes).toBe(4)
    expect(second.picture?.url).not.toBe(first.picture?.url)
  })

  it('lets go of what was not looked at for longest, and fetches it anew', async () => {
    const fetched = fetching(picture)
    const shelf = proofShelf(fetched, 2)
    const first = await shelf.take({ id: 'a', page: 1 })
    const second = await shelf.take({ id: 'b', page: 1 })
    await shelf.take({ id: 'a', page: 1 })
    await shelf.take({ id: 'c', page: 1 })
    await settled()
    expect(revoked.mock.calls).toEqual([[second.picture?.url]])
    expect((await shelf.take({ id: 'a', page: 1 })).picture).toEqual(first.picture)
    await shelf.take({ id: 'b', page: 1 })
    expect(fetched).toHaveBeenCalledTimes(4)
  })

  it.each([
    { name: 'a page of HTML', type: 'text/html' },
    { name: 'a drawing that can run scripts', type: 'image/svg+xml' },
    { name: 'nothing said', type: '' },
  ])('shows no $name', async ({ type }) => {
    const { picture: shown, error } = await proofShelf(
      fetching(() => picture(type)),
      4,
    ).take({ id: 'a', page: 1 })
    expect(shown).toBeUndefined()
    expect(error?.kind).toBe('malformed')
  })

  it('does not keep a failure', async () => {
    let isDown = true
    const shelf = proofShelf(
      fetching(() => (isDown ? { error: unanswered('network') } : picture())),
      4,
    )
    expect((await shelf.take({ id: 'a', page: 1 })).error?.kind).toBe('network')
    isDown = false
    expect((await shelf.take({ id: 'a', page: 1 })).picture).toBeDefined()
  })

  it('lets go of everything when it is cleared', async () => {
    const shelf = proofShelf(fetching(picture), 4)
    await shelf.take({ id: 'a', page: 1 })
    await shelf.take({ id: 'b', page: 1 })
    shelf.clear()
    await settled()
    expect(revoked).toHaveBeenCalledTimes(2)
  })
})
