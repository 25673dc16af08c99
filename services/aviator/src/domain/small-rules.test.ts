import { expect, it } from '@jest/globals'
import { limits } from '@kismet/contracts'
import { Feed } from './feed.ts'

it('tells the feed of a tick in order, no more than fits, and not without end', () => {
  const feed = new Feed()
  expect(feed.take()).toEqual({})
  for (let index = 0; index < 1_000; index += 1) feed.placed(`n${index}`, 10_000)
  const told = Array.from({ length: 11 }, () => feed.take().feed?.length)
  expect(told).toEqual([...Array.from({ length: 10 }, () => limits.aviator.feedOfTick), undefined])
  feed.cashedOut('a***a', 10_000, 150, 15_000)
  feed.placed('b***b', 20_000)
  expect(feed.take().feed).toEqual([
    { name: 'a***a', betAmount: 10_000, multiplier: 1.5, payout: 15_000 },
    { name: 'b***b', betAmount: 20_000 },
  ])
  feed.placed('b***b', 20_000)
  feed.clear()
  expect(feed.take()).toEqual({})
})
