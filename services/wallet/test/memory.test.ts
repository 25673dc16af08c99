import { describe, expect, it } from '@jest/globals'
import type { MoneyCommand } from '../src/domain/command.ts'
import { deposit, inOwnLedger, newId, openCore, reserve } from './fixture.ts'

type End = (playerId: string, reference: string) => MoneyCommand

describe('a leader that remembers nothing yet', () => {
  it.each<[string, End, number]>([
    ['settled', (playerId, reference) => ({ kind: 'settle', playerId, reference, payoutPaise: 250 }), 10_150],
    ['voided', (playerId, reference) => ({ kind: 'void', playerId, reference, reason: 'cancelled' }), 10_000],
  ])('ends a bet that the one before it has reserved: %s, once', (_, end, balancePaise) =>
    inOwnLedger(async ({ url, core: before }) => {
      const player = newId()
      const reference = newId()
      await before.submit(deposit(player, 10_000))
      await before.submit(reserve(player, 100, reference))
      const core = await openCore(url)
      try {
        // In one batch with a bet of the same player, so that their account is known and the bet alone is not.
        const [, ended] = await Promise.all([core.submit(deposit(player, 1)), core.submit(end(player, reference))])
        expect(ended).toMatchObject({ ok: true, replayed: false, balancePaise: balancePaise + 1 })
        expect(await core.submit(end(player, reference))).toMatchObject({ ok: true, replayed: true })
      } finally {
        await core.close()
      }
    }),
  )
})
