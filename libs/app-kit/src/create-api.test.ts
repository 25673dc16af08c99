import { describe, expect, it } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createElement } from 'react'
import { Provider } from 'react-redux'
import { createApi, looksTheSame } from './create-api.ts'

describe('what a component is drawn for', () => {
  it('the answer to what it asked, not that it was asked', async () => {
    const answers: ((count: number) => void)[] = []
    const api = createApi({
      baseQuery: () => new Promise<{ data: number }>((resolve) => answers.push((count) => resolve({ data: count }))),
      endpoints: (build) => ({ count: build.query<number, { of: string }>({ query: (of) => of }) }),
    })
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (own) => own().concat(api.middleware),
    })
    const drawn: string[] = []
    function Count(): ReactNode {
      const { data, isLoading } = api.useCountQuery({ of: 'all' })
      drawn.push(isLoading ? 'loading' : String(data))
      return data
    }
    render(createElement(Provider, { store, children: createElement(Count) }))
    await act(() => Promise.resolve())
    expect([answers.length, drawn]).toEqual([1, ['loading']])
    await act(() => Promise.resolve(answers[0]?.(5)))
    await screen.findByText('5')
    expect(drawn).toEqual(['loading', '5'])
  })

  const pending = { status: 'pending', isLoading: true, originalArgs: { page: 1 }, requestId: 'a', startedTimeStamp: 1 }
  it.each([
    ['that it has begun', { status: 'pending', isLoading: true, originalArgs: undefined }, pending, true],
    ['which request it is', pending, { ...pending, requestId: 'b', startedTimeStamp: 2 }, true],
    ['what came', pending, { ...pending, data: [] }, false],
    ['when it came', { ...pending, fulfilledTimeStamp: 1 }, { ...pending, fulfilledTimeStamp: 2 }, false],
    ['that it is over', pending, { ...pending, status: 'rejected', isLoading: false }, false],
    ['that it goes on for another input', pending, { ...pending, originalArgs: { page: 2 } }, false],
    ['what is no state of a call', 1, 2, false],
    ['nothing', null, pending, false],
  ])('%s', (_, before, after, same) => expect(looksTheSame(before, after)).toBe(same))
})
