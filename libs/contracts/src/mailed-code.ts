import { z } from 'zod'
import { codeDigits } from './plain-text.ts'

const otpForm = 'The OTP has 6 digits.'

/** A code from a mail, as somebody types or pastes it. `missing` is the text for an empty field. */
export const mailedCode = (missing: string): z.ZodString =>
  z
    .string({ error: missing })
    .max(200, { error: otpForm, abort: true })
    .trim()
    .min(1, { error: missing, abort: true })
    .overwrite(codeDigits)
    .regex(/^\d{6}$/, { error: otpForm })
