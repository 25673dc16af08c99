import { describe, expect, it, jest } from '@jest/globals'
import { BoundedQueue } from './bounded-queue.ts'

const wide = { running: 9, runningOfOwner: 9, waiting: 9, waitingOfOwner: 9 }

/** Jobs that end when the test says so, and the names of the jobs that began. */
function stage() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, work, end }
}

describe('a bounded queue', () => {
  it('runs jobs up to its limits, and starts waiting jobs when places become free', async () => {
    const { begun, work, end } = stage()
    const queue = new BoundedQueue({ ...wide, running: 3, runningOfOwner: 2 })
    const results = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => queue.run(name.slice(0, 1), work(name)))
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    await end('b1')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
    for (const name of ['a2', 'a3', 'c1']) await end(name)
    await expect(Promise.all(results)).resolves.toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
  })

  it('refuses a job when too many wait, and frees the place of a job that ended or failed', async () => {
    const { work, end } = stage()
    const queue = new BoundedQueue({ ...wide, running: 1, waiting: 1 })
    const first = queue.run('a', work('a1'))
    const second = queue.run('b', () => Promise.reject(new Error('no')))
    await expect(queue.run('c', work('c1'))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
    await end('a1')
    await first
    await expect(second).rejects.toThrow('no')
    const later = [queue.run('c', work('c2')), queue.run('d', work('d1'))]
    await end('c2')
    await end('d1')
    await expect(Promise.all(later)).resolves.toEqual(['c2', 'd1'])
  })

  it('keeps places for other owners when one owner fills its share', async () => {
    const { begun, work, end } = stage()
    const queue = new BoundedQueue({ running: 2, runningOfOwner: 1, waiting: 2, waitingOfOwner: 2 })
    const mine = ['a1', 'a2', 'a3'].map((name) => queue.run('a', work(name)))
    await expect(queue.run('a', work('a4'))).rejects.toMatchObject({ code: 'too_many_requests' })
    const other = queue.run('b', work('b1'))
    expect(begun).toEqual(['a1', 'b1'])
    for (const name of ['b1', 'a1', 'a2', 'a3']) await end(name)
    await expect(Promise.all([...mine, other])).resolves.toEqual(['a1', 'a2', 'a3', 'b1'])
  })

  it('gives a free place to the owners in turn', async () => {
    const { begun, work, end } = stage()
    const queue = new BoundedQueue({ ...wide, running: 1 })
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => queue.run(name.slice(0, 1), work(name)))
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
    await Promise.all(all)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('runs the jobs of an owner with one place one after the other, also after a failure', async () => {
    const { begun, work, end } = stage()
    const queue = new BoundedQueue({ ...wide, runningOfOwner: 1 })
    const failing = queue.run('k', () => Promise.reject(new Error('no')))
    const first = queue.run('k', work('first'))
    const second = queue.run('k', work('second'))
    const other = queue.run('other', work('other'))
    await expect(failing).rejects.toThrow('no')
    await end('nothing')
    expect(begun).toEqual(['other', 'first'])
    await end('first')
    expect(begun).toEqual(['other', 'first', 'second'])
    await end('second')
    await end('other')
    await expect(Promise.all([first, second, other])).resolves.toEqual(['first', 'second', 'other'])
  })

  it('refuses a job that has waited for too long', async () => {
    const { begun, work, end } = stage()
    const queue = new BoundedQueue({ ...wide, running: 1, waitingMs: 1_000 })
    const first = queue.run('a', work('first'))
    const dropped = expect(queue.run('b', work('second'))).rejects.toMatchObject({ code: 'unavailable' })
    const later = performance.now() + 1_001
    const now = jest.spyOn(performance, 'now').mockImplementation(() => later)
    await end('first')
    await dropped
    now.mockRestore()
    expect([await first, begun]).toEqual(['first', ['first']])
  })
})
