import { zodResolver } from '@hookform/resolvers/zod'
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'

/** The attributes of a text field of `libs/ui`: its name, its value and what is wrong with it. */
type TextAttributes<Typed extends FieldValues> = ReturnType<UseFormReturn<Typed>['register']> & {
  readonly error: string | undefined
}

export interface Fields<Typed extends FieldValues, Read> {
  readonly form: UseFormReturn<Typed, unknown, Read>
  /** For a text field: `<TextField label="Reason" {...text('reason')} />`. */
  readonly text: (name: Path<Typed>) => TextAttributes<Typed>
  /** For a field that calls `onChange` with its value. */
  readonly choice: <Name extends Path<Typed>>(
    name: Name,
  ) => { readonly value: PathValue<Typed, Name>; readonly onChange: (value: PathValue<Typed, Name>) => void }
  /** What is wrong with a field. */
  readonly problemOf: (name: Path<Typed>) => string | undefined
  /** What is wrong with no single field, such as the refusal of the server. */
  readonly problem: string | undefined
  /** Shows a problem of the server, of a field or of the whole form. It goes once something else is typed. */
  readonly refuse: (message: string, name?: Path<Typed>) => void
  /**
   * For the form: calls `send` with the values as the schema reads them, or shows what is wrong with each field.
   * `onWrong` gets the first problem.
   */
  readonly submit: (send: (read: Read) => unknown, onWrong?: (message: string) => void) => () => Promise<void>
}

/**
 * A form whose fields a schema of the contracts checks once it is sent. A problem goes once something else is typed.
 * @param keep keeps the typed values, as a draft
 */
export function useFields<Typed extends FieldValues, Read>(
  schema: z.ZodType<Read, Typed>,
  start: DefaultValues<Typed>,
  keep?: (typed: Typed) => void,
): Fields<Typed, Read> {
  const form = useForm<Typed, unknown, Read>({
    resolver: zodResolver(schema),
    defaultValues: start,
    reValidateMode: 'onSubmit',
    // The form of libs/ui does this.
    shouldFocusError: false,
  })
  const { register, clearErrors, setError, setValue, getValues, getFieldState, formState } = form
  const values = useWatch({ control: form.control })
  const onTyped = (): void => {
    clearErrors()
    keep?.(getValues())
  }
  const problemOf = (name: Path<Typed>): string | undefined => getFieldState(name, formState).error?.message
  return {
    form,
    text: (name) => ({ ...register(name, { onChange: onTyped }), error: problemOf(name) }),
    choice: (name) => ({
      value: values[name],
      onChange: (value) => {
        setValue(name, value)
        onTyped()
      },
    }),
    problemOf,
    problem: formState.errors.root?.message,
    refuse: (message, name) => setError(name ?? 'root', { message }),
    submit: (send, onWrong) => async () =>
      form.handleSubmit(
        async (read) => void (await send(read)),
        () =>
          onWrong?.(
            Object.keys(getValues()).flatMap((name) => getFieldState(name as Path<Typed>).error?.message ?? [])[0] ??
              '',
          ),
      )(),
  }
}

/**
 * A typed text as a schema of the contracts reads it.
 * @param of the text in the form of the schema
 * @param message instead of the message of the schema
 */
export const typedAs = <Read>(
  schema: z.ZodType<Read>,
  of: (text: string) => unknown,
  message?: string,
): z.ZodType<Read, string> =>
  z.string().transform((text, context) => {
    const read = schema.safeParse(of(text))
    if (read.success) return read.data
    context.addIssue(message ?? read.error.issues[0]?.message ?? '')
    return z.NEVER
  })
