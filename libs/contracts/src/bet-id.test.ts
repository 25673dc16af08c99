import { describe, expect, it } from '@jest/globals'
import { betIdFor, byGameOfBet, getBetProof, Id } from './index.ts'

const id = '0190a000-0000-7fff-bfff-ffffffffffff'

describe('the id of a bet', () => {
  it.each([
    { game: 'dice' as const, betId: '0190a000-0000-71ff-bfff-ffffffffffff' },
    { game: 'slots' as const, betId: '0190a000-0000-72ff-bfff-ffffffffffff' },
    { game: 'mines' as const, betId: '0190a000-0000-73ff-bfff-ffffffffffff' },
    { game: 'aviator' as const, betId: '0190a000-0000-74ff-bfff-ffffffffffff' },
  ])('is a UUID that names $game', ({ game, betId }) => {
    expect(betIdFor(game, id)).toBe(betId)
    expect(Id.safeParse(betId).success).toBe(true)
  })

  it('finds the service that has it, when several have bets', () => {
    const subjectFor = byGameOfBet({ dice: 'dice-slots.get-bet-proof', aviator: 'wallet.play' })
    expect(subjectFor({ betId: betIdFor('dice', id) })).toBe('dice-slots.get-bet-proof')
    expect(subjectFor({ betId: betIdFor('aviator', id) })).toBe('wallet.play')
    for (const other of [{ betId: betIdFor('mines', id) }, { betId: id }, { betId: 'x' }, { betId: 1 }, {}, null])
      expect(subjectFor(other)).toBeUndefined()
    expect(getBetProof.subjectFor({ betId: betIdFor('slots', id) })).toBe('dice-slots.get-bet-proof')
  })
})
