import type { ComponentProps, ReactNode } from 'react'
import { useState } from 'react'

/** Earlier years are the first digits of a year that is being typed. */
const firstYear = '2000'

interface DateInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  type?: 'date' | 'month' | 'datetime-local'
  value: string
  /** Called with each complete value. Called with '' when a field that is not `required` is cleared. */
  onValue: (value: string) => void
}

/** An input for a day, a month or a minute. The browser brings the calendar and its keys. */
export function DateInput({ type = 'date', value, onValue, ...input }: DateInputProps): ReactNode {
  // The text while it is typed: React would clear a field whose typed value is refused.
  const [typed, setTyped] = useState<string | null>(null)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== typed) setTyped(null)
  }
  return (
    <input
      {...input}
      type={type}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        const isWhole = target.value === '' || target.value >= firstYear
        if (target.validity.valid && isWhole) onValue(target.value)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
