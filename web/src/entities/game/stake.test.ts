import { describe, expect, it } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import type { Stake, StakeLimits } from './stake.ts'
import { nearestStakePaise, stakeOf } from './stake.ts'

function useStake(of: StakeLimits, balancePaise: number): Stake {
  return stakeOf(of, balancePaise, useState('100'))
}

const limits = { minPaise: 10_000, maxPaise: 10_000_000 }

describe('a stake', () => {
  it.each([
    [null, 10_000],
    [0, 10_000],
    [9_999, 10_000],
    [10_000, 10_000],
    [10_000_001, 10_000_000],
  ])('of %s paise is brought to %i', (typed, nearest) => expect(nearestStakePaise(typed, limits)).toBe(nearest))

  it.each([
    ['100', 10_000, null],
    ['99.99', null, '₹100 to ₹1,00,000'],
    ['1,00,000', 10_000_000, null],
    ['1,00,000.01', null, '₹100 to ₹1,00,000'],
    ['', null, '₹100 to ₹1,00,000'],
    ['a hundred', null, '₹100 to ₹1,00,000'],
  ])('typed as %p counts as %p', (text, stakePaise, problem) => {
    const { result } = renderHook(() => useStake(limits, 100_000))
    act(() => result.current.onText(text))
    expect(result.current).toMatchObject({ text, stakePaise, problem })
  })

  it.each(['', '0', '-5', 'x'])('of %p is no amount where a game says so', (text) => {
    const { result } = renderHook(() =>
      useStake({ ...limits, noAmount: { id: 'none', message: 'Invalid bet amount!' } }, 100_000),
    )
    act(() => result.current.onText(text))
    expect(result.current.problem).toBe('Invalid bet amount!')
  })

  it('halves, doubles and goes to the balance, never out of the limits', () => {
    const { result } = renderHook(() => useStake(limits, 45_000))
    act(() => result.current.quick.onHalf())
    expect(result.current.text).toBe('100')
    act(() => result.current.quick.onDouble())
    expect(result.current.text).toBe('200')
    act(() => result.current.quick.onMax())
    expect(result.current.text).toBe('450')
  })
})
