import { z } from 'zod'
import { requestFaults } from './errors.ts'
import type { RefusalParams } from './errors.ts'
import { isStorableText } from './primitives.ts'

/** A parsed request: its value, or a sentence about the first fault with the parameters of the sentence. */
export type Parsed<T> =
  | { ok: true; value: T }
  | { ok: false; message: string; params?: RefusalParams<'invalid_request'> }

/**
 * Reads untrusted input with a schema of the contracts. Unknown fields are dropped. The message is the schema's own text where it has one
 * (the product spec's words), else the name of the field and what is expected.
 */
export function parseInput<S extends z.ZodType>(schema: S, raw: unknown): Parsed<z.output<S>> {
  if (!isStorable(raw)) return { ok: false, message: 'A text holds a character that cannot be stored.' }
  const result = schema.safeDecode(raw as z.input<S>, { error: describe })
  if (result.success) return { ok: true, value: result.data }
  const [issue] = result.error.issues
  const params = issue && (faultOf(issue) ?? rangeOf(schema, issue))
  return { ok: false, message: issue?.message ?? 'The request is not valid.', ...(params && { params }) }
}

/** What a schema says is wrong where it knows more than a limit: the `fault` in the params of its `refine`. */
function faultOf(issue: z.core.$ZodIssue): RefusalParams<'invalid_request'> | undefined {
  const named: unknown = issue.code === 'custom' ? issue.params?.fault : undefined
  const fault = requestFaults.find((known) => known === named)
  return fault && { fault }
}

/** The limits of the field that is out of them, or is no number: of a number its values, of a text its length. */
function rangeOf(schema: z.ZodType, issue: z.core.$ZodIssue): { min: number; max: number } | undefined {
  const { code, path } = issue
  if (code !== 'too_small' && code !== 'too_big' && code !== 'invalid_type') return undefined
  let field: unknown = schema
  for (const name of path) {
    field = plainOf(field)
    field = field instanceof z.ZodObject ? (field.shape as Record<string, unknown>)[String(name)] : undefined
  }
  const plain = plainOf(field)
  if (plain instanceof z.ZodNumber) return bounds(plain.minValue, plain.maxValue)
  // A text that is not there at all is no matter of its length.
  const isLength = code === 'too_big' || (code === 'too_small' && Number(issue.minimum) > 1)
  return plain instanceof z.ZodString && isLength ? bounds(plain.minLength, plain.maxLength) : undefined
}

/** What a schema reads first, without what makes something else of it or lets it be absent. */
function plainOf(schema: unknown): unknown {
  if (schema instanceof z.ZodCodec || schema instanceof z.ZodPipe) return plainOf(schema.in)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return plainOf(schema.unwrap())
  return schema
}

/** Every whole number has the bounds of what a number can be: they are no limits. */
const isBound = (value: number | null): value is number => value !== null && Math.abs(value) < Number.MAX_SAFE_INTEGER

function bounds(min: number | null, max: number | null): { min: number; max: number } | undefined {
  return isBound(min) && isBound(max) ? { min, max } : undefined
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
