import { documentsEnv, readEnv, streamEnv } from '@kismet/service-kit/env'
import { z } from 'zod'

export const analyticsEnv = documentsEnv.extend({
  ...streamEnv,
  ENTRIES_PER_SECOND: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(10_000)
    .describe('The most ledger entries that analytics reads in a second, to protect the wallet.'),
  STEP_EVERY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(2_000)
    .describe(
      'How often to save the read position, in ms. After a crash, later entries are read again. 0: after every batch.',
    ),
})
export type AnalyticsConfig = Readonly<z.output<typeof analyticsEnv>>

/** The configuration of a command beside the service. */
export const commandConfig = (): AnalyticsConfig => readEnv(analyticsEnv, process.env)
