import { expect, it } from '@jest/globals'
import { recordedStep } from '../../test/recorded-step.ts'
import { settle } from './bets.ts'

const reserve = recordedStep({ kind: 'reserve', playerId: 'me', game: 'Mines', stakePaise: 100 })

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
