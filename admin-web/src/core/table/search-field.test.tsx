import { afterEach, expect, it, jest } from '@jest/globals'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SearchField } from './search-field.tsx'

const onSearch = jest.fn<(search: string) => void>()
const field = (search: string): ReactNode => (
  <SearchField hint="Email, id" search={search} onSearch={onSearch} onFirst={() => undefined} />
)
const text = (): string => screen.getByRole<HTMLInputElement>('searchbox').value
const write = (value: string): boolean => fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
const asked = (...texts: string[]): Promise<void> =>
  waitFor(() => expect(onSearch.mock.calls).toEqual(texts.map((one) => [one])))

afterEach(() => {
  jest.useRealTimers()
  onSearch.mockClear()
})

it('keeps letters that come between its question and the page of it, and takes what it has not asked for', async () => {
  const { rerender } = render(field(''))
  write('as')
  await asked('as')
  write('ash')
  rerender(field('as'))
  expect(text()).toBe('ash')
  await asked('as', 'ash')
  write('asha')
  await asked('as', 'ash', 'asha')
  write('asha@')
  // The page of one question is passed over where that of the next one is ready.
  rerender(field('asha'))
  expect(text()).toBe('asha@')
  rerender(field('ash'))
  expect(text()).toBe('ash')
})

it('asks for what it holds once the page of an older question has come, an empty field too', () => {
  jest.useFakeTimers()
  const pause = (): void => act(() => jest.advanceTimersByTime(200))
  const { rerender } = render(field(''))
  write('asha')
  pause()
  write('')
  pause()
  rerender(field('asha'))
  expect(text()).toBe('')
  pause()
  expect(onSearch.mock.calls).toEqual([['asha'], ['']])
})
