import { expect, it, jest } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import { DateInput } from './date-input.tsx'

it('a day is typed digit by digit, and counts once its year is whole', () => {
  const onValue = jest.fn<(value: string) => void>()
  render(<DateInput aria-label="To" min="2026-11-01" value="2026-11-20" onValue={onValue} />)
  const field = screen.getByLabelText<HTMLInputElement>('To')
  for (const value of ['0002-11-21', '0020-11-21', '0202-11-21']) {
    fireEvent.change(field, { target: { value } })
    expect(field.value).toBe(value)
  }
  expect(onValue).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: '2026-11-21' } })
  expect(onValue.mock.calls).toEqual([['2026-11-21']])
})

it('a year that is not whole is no value without a first day either, and goes when the field is left', () => {
  const onValue = jest.fn<(value: string) => void>()
  render(<DateInput aria-label="From" value="2026-11-20" onValue={onValue} />)
  const field = screen.getByLabelText<HTMLInputElement>('From')
  fireEvent.change(field, { target: { value: '0202-11-21' } })
  fireEvent.blur(field)
  expect(field.value).toBe('2026-11-20')
  expect(onValue).not.toHaveBeenCalled()
})

it('a value that changes by itself takes the place of the typed one', () => {
  const input = (value: string) => <DateInput aria-label="From" value={value} onValue={() => undefined} />
  const { rerender } = render(input('2026-11-20'))
  const field = screen.getByLabelText<HTMLInputElement>('From')
  fireEvent.change(field, { target: { value: '2026-11-21' } })
  rerender(input('2026-11-21'))
  expect(field.value).toBe('2026-11-21')
  rerender(input('2026-11-20'))
  expect(field.value).toBe('2026-11-20')
})
