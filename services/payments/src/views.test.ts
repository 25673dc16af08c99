import { expect, it } from '@jest/globals'
import { stepsOf } from './views.ts'

const nothing = { createdAtMs: 1, heldAtMs: null, paySinceMs: null, decidedAtMs: null, bookedAtMs: null }

it.each([
  { times: { status: 'asked' }, steps: ['requested 1'] },
  { times: { status: 'pending', heldAtMs: 2 }, steps: ['requested 1', 'held 2'] },
  { times: { status: 'approved', heldAtMs: 2, decidedAtMs: 3 }, steps: ['requested 1', 'held 2', 'approved 3'] },
  {
    times: { status: 'approved', heldAtMs: 2, decidedAtMs: 3, bookedAtMs: 4 },
    steps: ['requested 1', 'held 2', 'approved 3', 'paid_out 4'],
  },
  { times: { status: 'pending', heldAtMs: 2, paySinceMs: 3 }, steps: ['requested 1', 'held 2', 'being_paid 3'] },
  {
    times: { status: 'rejected', heldAtMs: 2, paySinceMs: 2, decidedAtMs: 3, bookedAtMs: 4 },
    steps: ['requested 1', 'held 2', 'rejected 3', 'returned 4'],
  },
  // Its money was never held. Its release may have left an entry in the wallet.
  { times: { status: 'refused', decidedAtMs: 3, bookedAtMs: 4 }, steps: ['requested 1', 'rejected 3'] },
] as const)('$times', ({ times, steps }) => {
  expect(stepsOf({ ...nothing, ...times }).map(({ step, at }) => `${step} ${Date.parse(at)}`)).toEqual(steps)
})
