import { limits, paiseOfRupees } from '@kismet/contracts'
import { auditEnv } from '@kismet/service-kit/audit/log'
import { casinoMode, databaseEnv, secret } from '@kismet/service-kit/env'
import { z } from 'zod'

const defaultChainLength = 50_000

export const aviatorEnv = databaseEnv
  .extend({
    CHAIN_SECRET: secret(
      'Seals the seeds of the chains and the keys of receipts; whoever has it and the database knows all rounds to come.',
    ),
    ...auditEnv,
    CASINO_MODE: casinoMode,
    ROUND_LIABILITY_CAP: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000_000)
      .default(limits.aviator.roundLiabilityRupees)
      .describe('What all bets of a round together may come to, in rupees.'),
    CHAIN_LENGTH: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(defaultChainLength)
      .describe('Rounds of a chain that is made now.'),
    ABSENT_AFTER_MS: z.coerce
      .number()
      .int()
      .min(100)
      .max(60_000)
      .default(1_000)
      .describe('A leader that had no turn for so long was paused, in ms: its players were without one.'),
    SPEED: z.coerce
      .number()
      .min(1)
      .max(1_000)
      .default(1)
      .describe(
        "For tests: how much faster than the world's the clock of the rounds goes. Refused when real money is played for.",
      ),
  })
  .superRefine(({ CASINO_MODE, SPEED }, issues) => {
    if (CASINO_MODE === 'real' && SPEED !== 1)
      issues.addIssue({ code: 'custom', path: ['SPEED'], message: 'is for tests and is refused when CASINO_MODE=real' })
  })
export type AviatorConfig = Readonly<z.output<typeof aviatorEnv>>

export const liabilityCapOf = ({ ROUND_LIABILITY_CAP }: AviatorConfig): number => paiseOfRupees(ROUND_LIABILITY_CAP)
