import type { z } from 'zod'
import { isStorableText } from './primitives.ts'

/** The outcome of reading a request: its value, or one clear sentence about the first thing that is wrong. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; message: string }

/**
 * Reads untrusted input with a schema of the contracts. Unknown fields are dropped. The message is the schema's own text where it has one
 * (the product spec's words), else the name of the field and what is expected.
 */
export function parseInput<S extends z.ZodType>(schema: S, raw: unknown): Parsed<z.output<S>> {
  if (!isStorable(raw)) return { ok: false, message: 'A text holds a character that cannot be stored.' }
  const result = schema.safeDecode(raw as z.input<S>, { error: describe })
  if (result.success) return { ok: true, value: result.data }
  return { ok: false, message: result.error.issues[0]?.message ?? 'The request is not valid.' }
}

/** Whether every text in a value as JSON has it can be stored, however deep it stands. */
function isStorable(value: unknown): boolean {
  const parts = [value]
  for (const part of parts) {
    if (typeof part === 'string' && !isStorableText(part)) return false
    if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) parts.push(inner)
  }
  return true
}

const describe: z.core.$ZodErrorMap = (issue) => {
  const field = issue.path?.join('.')
  const subject = field === undefined || field === '' ? 'The body' : field
  return issue.code === 'invalid_type' ? `${subject} must be of type ${issue.expected}.` : `${subject} is not valid.`
}
