import { limits, paiseOfRupees } from '@kismet/contracts'
import { auditEnv } from '@kismet/service-kit/audit/log'
import { casinoMode, databaseEnv } from '@kismet/service-kit/env'
import { epochSecrets } from '@kismet/service-kit/epoch-secrets'
import { z } from 'zod'

const defaultChainLength = 50_000

export const aviatorEnv = databaseEnv
  .extend({
    CHAIN_SECRETS: epochSecrets(
      'Makes the seeds of rounds and the keys of receipts, as id:secret,id:secret with the newest first. With the database, it reveals future rounds.',
    ),
    ...auditEnv,
    CASINO_MODE: casinoMode,
    ROUND_LIABILITY_CAP: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000_000)
      .default(limits.aviator.roundLiabilityRupees)
      .describe('The most that all bets of one round together can win, in rupees.'),
    CHAIN_LENGTH: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(defaultChainLength)
      .describe('The number of rounds in a new seed chain.'),
    ABSENT_AFTER_MS: z.coerce
      .number()
      .int()
      .min(100)
      .max(60_000)
      .default(1_000)
      .describe('After a pause of this length, in ms, the leader counts the time as an interruption of the round.'),
    SPEED: z.coerce
      .number()
      .min(1)
      .max(1_000)
      .default(1)
      .describe('Makes rounds faster, for tests. It must be 1 if CASINO_MODE is real.'),
  })
  .superRefine(({ CASINO_MODE, SPEED }, issues) => {
    if (CASINO_MODE === 'real' && SPEED !== 1)
      issues.addIssue({ code: 'custom', path: ['SPEED'], message: 'is for tests and is refused when CASINO_MODE=real' })
  })
export type AviatorConfig = Readonly<z.output<typeof aviatorEnv>>

export const liabilityCapOf = ({ ROUND_LIABILITY_CAP }: AviatorConfig): number => paiseOfRupees(ROUND_LIABILITY_CAP)
