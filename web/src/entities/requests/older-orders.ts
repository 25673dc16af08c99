import { tabValue } from '@kismet/app-kit/tab-value.ts'
import { z } from 'zod'

/** An order of release 0.1.0, stored in the draft of its form. */
const OlderOrder = z.looseObject({ intent: z.string(), idempotencyKey: z.string() })
const OlderDraft = z.object({
  owner: z.string(),
  value: z.looseObject({ sent: z.union([z.array(OlderOrder), OlderOrder.transform((one) => [one])]) }),
})

/** The facts of an order of each form, from what release 0.1.0 knew of it. */
const factsOf = {
  withdraw: z
    .object({ intent: z.string(), accountIndex: z.int() })
    .transform(({ intent, accountIndex }) => ({ amountPaise: Number.parseInt(intent.slice(1), 10), accountIndex })),
  deposit: z
    .object({
      fields: z.object({ amount: z.string(), method: z.string(), utr: z.string() }),
      earlier: z.array(z.string()).nullable().default(null),
    })
    .transform((facts) => ({ amountPaise: Math.round(Number(facts.fields.amount) * 100), ...facts })),
}

/**
 * Takes over the orders of money that this tab has from release 0.1.0, when a reload brings this release. The same order
 * again has its old key, and counts once.
 */
export function takeOverOlderOrders(): void {
  for (const name of ['withdraw', 'deposit'] as const) {
    const kept = tabValue(`form:${name}`, OlderDraft)
    const draft = kept.read()
    if (draft === null) continue
    const { owner, value } = draft
    const orders = value.sent.flatMap((order) => {
      const facts = factsOf[name].safeParse(order).data
      return facts === undefined
        ? []
        : [{ intent: order.intent, key: order.idempotencyKey, facts, state: 'unknown', session: '' }]
    })
    const now = tabValue(`order:${name}:${owner}`, z.array(z.unknown()))
    if (orders.length > 0) now.write([...(now.read() ?? []), ...orders])
    const { sent: _taken, ...rest } = value
    sessionStorage.setItem(`form:${name}`, JSON.stringify({ owner, value: rest }))
  }
}
