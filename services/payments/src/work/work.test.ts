import { describe, expect, it } from '@jest/globals'
import { Gate } from './gate.ts'
import { Turns } from './turns.ts'

/** Works that end when the test says so, and what has begun. */
function stage() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { begun, work, end, settle }
}

describe('the gate', () => {
  it('lets some works run, of one owner fewer, and the others in as places come free', async () => {
    const { begun, work, end } = stage()
    const gate = new Gate({ running: 3, runningOfOwner: 2, waiting: 10 })
    const results = [
      gate.run('a', work('a1')),
      gate.run('a', work('a2')),
      gate.run('a', work('a3')),
      gate.run('b', work('b1')),
      gate.run('c', work('c1')),
    ]
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    await end('b1')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
    for (const name of ['a2', 'a3', 'c1']) await end(name)
    await expect(Promise.all(results)).resolves.toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
  })

  it('refuses one more than may wait, and frees the place of a work that fails', async () => {
    const { work, end } = stage()
    const gate = new Gate({ running: 1, runningOfOwner: 1, waiting: 1 })
    const first = gate.run('a', work('a1'))
    const second = gate.run('b', () => Promise.reject(new Error('no')))
    await expect(gate.run('c', work('c1'))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
    await end('a1')
    await first
    await expect(second).rejects.toThrow('no')
    const third = gate.run('c', work('c2'))
    await end('c2')
    await expect(third).resolves.toBe('c2')
  })
})

describe('turns', () => {
  it('run works of one key one by one, whatever becomes of them, and others beside', async () => {
    const { begun, work, end, settle } = stage()
    const turns = new Turns()
    const failing = turns.take('k', () => Promise.reject(new Error('no')))
    const first = turns.take('k', work('first'))
    const second = turns.take('k', work('second'))
    const other = turns.take('other', work('other'))
    await expect(failing).rejects.toThrow('no')
    await settle()
    expect(begun).toEqual(['other', 'first'])
    await end('first')
    expect(begun).toEqual(['other', 'first', 'second'])
    await end('second')
    await end('other')
    await expect(Promise.all([first, second, other])).resolves.toEqual(['first', 'second', 'other'])
  })
})
