import { useState } from 'react'
import type { LazyText } from './lazy-text.ts'

/** An error of a form. */
export interface Problem<Field extends string = never> {
  readonly message: LazyText
  /** Without a field, the message is about the whole form. */
  readonly field?: Field
  /** The outcome of a try is unknown. */
  readonly isOutcomeUnknown?: boolean
}

/** The props of the control of one field. */
export interface FieldProps {
  readonly name: string
  readonly value: string
  /** While the form is sent, so that the page shows what was sent. */
  readonly readOnly: boolean
  readonly error: string | undefined
  readonly onChange: (event: { target: { value: string } }) => void
}

/** The names of the fields that hold text. */
type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string

export interface FormState<Values extends object, Field extends string> {
  readonly values: Values
  /** Changes fields, which removes an older message. */
  readonly change: (changes: Partial<Values>) => void
  readonly problem: Problem<Field> | null
  /** Shows a problem, or removes the last one for null. @returns whether there is a problem */
  readonly tell: (problem: Problem<Field> | null) => boolean
  readonly errorOf: (field: Field) => string | undefined
  /** The message about the whole form. */
  readonly remark: string | undefined
  readonly field: (name: TextName<Values> & Field) => FieldProps
}

/**
 * A form with external values, such as a stored draft. @param mends whether changes remove the error of a field
 */
export function useFormOf<Values extends object, Field extends string = keyof Values & string>(
  values: Values,
  write: (changes: Partial<Values>) => void,
  busy: boolean,
  mends: (field: Field, changes: Partial<Values>) => boolean = () => true,
): FormState<Values, Field> {
  const [problem, setProblem] = useState<Problem<Field> | null>(null)
  const errorOf = (field: Field | undefined): string | undefined =>
    problem?.field === field ? problem?.message() : undefined
  const change = (changes: Partial<Values>): void => {
    setProblem((told) => (told?.field === undefined || mends(told.field, changes) ? null : told))
    write(changes)
  }
  return {
    values,
    change,
    problem,
    tell: (told) => {
      setProblem(told)
      return told !== null
    },
    errorOf,
    remark: errorOf(undefined),
    field: (name) => ({
      name,
      value: String(values[name]),
      readOnly: busy,
      error: errorOf(name),
      onChange: ({ target }) => change({ [name]: target.value } as Partial<Values>),
    }),
  }
}

/** A form that begins with `initial` each time its page opens. */
export function useForm<Values extends object, Field extends string = keyof Values & string>(
  initial: Values | (() => Values),
  busy: boolean,
): FormState<Values, Field> {
  const [values, setValues] = useState(initial)
  return useFormOf<Values, Field>(values, (changes) => setValues((before) => ({ ...before, ...changes })), busy)
}
