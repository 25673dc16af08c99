import { expect, it } from '@jest/globals'
import { settle } from './bets.ts'
import type { RecordedStep } from './entry.ts'

const reserve: RecordedStep = {
  kind: 'reserve',
  playerId: 'me',
  sequence: 1,
  inputHash: 'first',
  game: 'Mines',
  stakePaise: 100,
  sides: { held: 0 },
  balanceAfterPaise: 0,
  atMs: 0,
}

it.each([
  { what: 'the stake that is open', stakePaise: 100, booked: { stakePaise: 100, payoutPaise: 250 } },
  { what: 'a larger stake', stakePaise: 101, booked: 'idempotency_conflict' },
  { what: 'a smaller stake', stakePaise: 99, booked: 'idempotency_conflict' },
])('what was decided is settled for $what: $booked', ({ stakePaise, booked }) => {
  const command = { kind: 'settle', playerId: 'me', reference: 'r', stakePaise, payoutPaise: 250 } as const
  const ruling = settle(command, { open: reserve })
  if (typeof booked === 'string') expect(ruling).toBe(booked)
  else expect(ruling).toMatchObject(booked)
})
