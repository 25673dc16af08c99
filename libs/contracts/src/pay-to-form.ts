import { z } from 'zod'
import { accountFields } from './bank-accounts.ts'
import { limits } from './limits.ts'
import { inRupees, RupeesText } from './money.ts'
import type { Paise } from './money.ts'
import { DepositMethod, methodsOfKind, PayToKind } from './pay-to.ts'
import type { PayToKind as Kind } from './pay-to.ts'
import { plainText } from './plain-text.ts'

/** What an owner sets of an account that players pay to, without the QR image. */
export interface PayToTerms {
  readonly kind: Kind
  readonly name: string
  readonly address: string | null
  readonly ifsc: string | null
  readonly methods: readonly DepositMethod[]
  readonly dailyLimitPaise: Paise | null
}

const addressOf = {
  upi: z
    .string()
    .overwrite(plainText)
    .regex(/^[A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9]{1,63}$/, {
      error: 'A UPI ID has the form name@bank.',
    }),
  bank: accountFields.accountNumber,
  wallet: z
    .string()
    .overwrite(plainText)
    .regex(/^[A-Za-z0-9:_.-]{20,128}$/, { error: 'A wallet address has 20 to 128 letters, digits or : _ . -' }),
} satisfies Record<Kind, z.ZodType>

const { dailyLimitMaxRupees } = limits.payTo
const limitFault = () => `The daily limit is at most ${inRupees(dailyLimitMaxRupees)}. Leave it empty for no limit.`

/** The form of an account, as texts. `methods` has commas between them. */
export const PayToForm = z
  .object({
    kind: PayToKind,
    name: accountFields.name,
    utr: z.string(),
    ifsc: z.string(),
    methods: z.string(),
    dailyLimit: z.string(),
  })
  .transform(({ kind, name, ...texts }, context): PayToTerms => {
    const wrong = (field: keyof typeof texts, message: string) => {
      context.addIssue({ code: 'custom', path: [field], message })
      return null
    }
    const read = <T>(field: keyof typeof texts, schema: z.ZodType<T, string>): T | null => {
      const parsed = schema.safeParse(texts[field])
      return parsed.success ? parsed.data : wrong(field, parsed.error.issues[0]?.message ?? '')
    }
    const address = read('utr', addressOf[kind])
    const ifsc = kind === 'bank' ? read('ifsc', accountFields.ifsc) : null
    const methods = DepositMethod.options.filter((method) => texts.methods.split(',').includes(method))
    const isServed = methods.length > 0 && methods.every((method) => methodsOfKind[kind].includes(method))
    if (!isServed) wrong('methods', `Choose at least one method: ${methodsOfKind[kind].join(', ')}.`)
    const limit = texts.dailyLimit.replace(/[\s,]/g, '')
    const amount = RupeesText.safeParse(limit)
    if (limit !== '' && (!amount.success || amount.data === 0)) wrong('dailyLimit', limitFault())
    return { kind, name, address, ifsc, methods, dailyLimitPaise: amount.success ? amount.data : null }
  })
