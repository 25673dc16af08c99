import { expect, it, jest } from '@jest/globals'
import { balancesChanged, readBets, readEntries } from '@kismet/contracts'
import type { BatchDecision } from './domain/batch.ts'
import type { Entry } from './domain/entry.ts'
import { signalsOf } from './balance-signals.ts'

it('tells the newest balance of a player once, and with it that a bonus was released before', () => {
  jest.useFakeTimers()
  const signal = jest.fn()
  const take = signalsOf({ signal })
  const booked = (
    kind: Entry['kind'],
    sequence: number,
    balanceAfterPaise: number,
    netPaise: number,
    houseCorrectionsPaise = 0,
  ) =>
    take({
      entries: [{ playerId: 'asha', kind, game: kind === 'play' ? 'Dice' : null, sequence, balanceAfterPaise }],
      changed: new Map([['asha', { netPaise, houseCorrectionsPaise }]]),
    } as unknown as BatchDecision)
  booked('bonus', 7, 90_000, 100)
  booked('play', 8, 80_000, -8_900, 1_000)
  expect(signal).not.toHaveBeenCalled()
  jest.runAllTimers()
  const line = { to: 'asha', balance: 80_000, balanceSeq: 8, netResult: -9_900, reason: 'play', bonusReleased: true }
  expect(signal.mock.calls).toEqual([
    [balancesChanged, [line]],
    [readEntries.wake, {}],
    [readBets.wake, { games: ['Dice'] }],
  ])
})
