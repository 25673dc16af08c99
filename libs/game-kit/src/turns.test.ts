import { describe, expect, it } from '@jest/globals'
import { TestClock } from '@kismet/test-env/test-clock'
import { Turns } from './turns.ts'

const limits = { maxWaiting: 3, maxWaitMs: 1_000 }

describe('the queue of a player', () => {
  it('runs plays in order, one at a time, and players side by side', async () => {
    const queue = new Turns(limits, new TestClock(0))
    const gate = Promise.withResolvers<undefined>()
    const seen: string[] = []
    const play = (name: string, wait?: Promise<unknown>) => async () => {
      seen.push(`${name} begins`)
      await wait
      seen.push(`${name} ends`)
    }
    const first = queue.run('a', play('a1', gate.promise))
    const second = queue.run('a', play('a2'))
    await queue.run('b', play('b1'))
    gate.resolve(undefined)
    await Promise.all([first, second])
    expect(seen).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends'])
  })

  it('goes on after a play that failed', async () => {
    const queue = new Turns(limits, new TestClock(0))
    const failing = queue.run('a', () => Promise.reject(new Error('lost')))
    const next = queue.run('a', () => Promise.resolve('played'))
    await expect(failing).rejects.toThrow('lost')
    expect(await next).toBe('played')
  })

  it('refuses when the line is full, and a play whose turn comes too late', async () => {
    const clock = new TestClock(0)
    const queue = new Turns(limits, clock)
    const gate = Promise.withResolvers<undefined>()
    const first = queue.run('a', () => gate.promise)
    const late = [queue.run('a', () => Promise.resolve()), queue.run('a', () => Promise.resolve())]
    await expect(queue.run('a', () => Promise.resolve())).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 1,
    })
    clock.advance(1_001)
    gate.resolve(undefined)
    await first
    for (const play of late) await expect(play).rejects.toMatchObject({ code: 'unavailable' })
    expect(await queue.run('a', () => Promise.resolve('free again'))).toBe('free again')
  })
})
