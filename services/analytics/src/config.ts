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
    .describe(
      "The most that are read of the wallet's log: a long one must not take the wallet's machine from its work.",
    ),
  STEP_EVERY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(2_000)
    .describe(
      'How often it is kept how far everything has come, which is what a crash has taken again; at 0 whenever something has been taken.',
    ),
})
export type AnalyticsConfig = Readonly<z.output<typeof analyticsEnv>>

/** The configuration of a command beside the service. */
export const commandConfig = (): AnalyticsConfig => readEnv(analyticsEnv, process.env)
