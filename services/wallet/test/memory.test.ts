import { describe, expect, it, jest } from '@jest/globals'
import { systemClock } from '@kismet/service-kit/clock'
import pg from 'pg'
import { saveProtection } from '../src/db/account-columns.ts'
import type { MoneyCommand } from '../src/domain/command.ts'
import { noProtection } from '../src/domain/protection.ts'
import { deposit, inOwnLedger, newId, openCore, play, reserve } from './fixture.ts'

type End = (playerId: string, reference: string) => MoneyCommand

describe('a leader that remembers nothing yet', () => {
  it.each<[string, End, number]>([
    [
      'settled',
      (playerId, reference) => ({ kind: 'settle', playerId, reference, stakePaise: 100, payoutPaise: 250 }),
      10_150,
    ],
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

/** The players whose accounts are read while `work` runs, one list a query. */
async function accountsRead(work: () => Promise<void>): Promise<string[][]> {
  const queries = jest.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const sent = queries.mock.calls.map(([query]) => query as unknown as { name?: string; values: Buffer[] })
    // An array of UUIDs in binary form: 20 bytes of header, then each after its size of 4.
    const idsOf = (ids: Buffer) => ids.subarray(20).toString('hex').match(/.{40}/g) ?? []
    return sent
      .filter(({ name }) => name === 'accounts')
      .map(({ values: [ids = Buffer.alloc(0)] }) => idsOf(ids).map((id) => id.slice(8)))
  } finally {
    queries.mockRestore()
  }
}

describe('a refusal', () => {
  it('has the account of its own player read, and no other of its batch', () =>
    inOwnLedger(async ({ core }) => {
      const [poor = '', ...players] = Array.from({ length: 51 }, newId)
      await Promise.all(
        [deposit(poor, 10), ...players.map((player) => deposit(player, 1_000))].map((each) => core.submit(each)),
      )
      const read = await accountsRead(async () => {
        const [refused, ...others] = await Promise.all(
          [poor, ...players].map((player) => core.submit(play(player, 100))),
        )
        expect(refused).toMatchObject({ ok: false, code: 'insufficient_balance' })
        expect(others.every((outcome) => outcome.ok && outcome.balancePaise === 900)).toBe(true)
      })
      expect(read).toEqual([[poor.replaceAll('-', '')]])
    }))

  it('is no refusal where the command was booked in an earlier term, nor are those of its player', () =>
    inOwnLedger(async ({ url, core: before }) => {
      const player = newId()
      const [first, second] = [play(player, 100), play(player, 100)]
      await before.submit(deposit(player, 200))
      for (const bet of [first, second]) await before.submit(bet)
      const core = await openCore(url)
      try {
        const outcomes = await Promise.all([second, first, play(player, 100)].map((bet) => core.submit(bet)))
        expect(outcomes).toMatchObject([
          { ok: true, replayed: true },
          { ok: true, replayed: true },
          { code: 'insufficient_balance' },
        ])
      } finally {
        await core.close()
      }
    }))

  it('of a second command does not make one of the first, which was booked in an earlier term', () =>
    inOwnLedger(async ({ url, owner, core: before }) => {
      const player = newId()
      const bet = play(player, 100)
      await before.submit(deposit(player, 200))
      await before.submit(bet)
      const core = await openCore(url)
      try {
        await core.submit(deposit(player, 100))
        await saveProtection(owner, player, { ...noProtection, excludedUntilMs: systemClock.now() + 60_000 })
        const outcomes = await Promise.all([bet, play(player, 10_000)].map((each) => core.submit(each)))
        expect(outcomes).toMatchObject([{ ok: true, replayed: true }, { code: 'self_excluded' }])
      } finally {
        await core.close()
      }
    }))
})
