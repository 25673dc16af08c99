import { limits } from '@kismet/contracts'
import { auditEnv } from '@kismet/service-kit/audit/log'
import { casinoMode, databaseEnv } from '@kismet/service-kit/env'
import { epochSecrets } from '@kismet/service-kit/epoch-secrets'
import { z } from 'zod'

const whole = (least: number, most: number, usual: number) =>
  z.coerce.number().int().min(least).max(most).default(usual)

export const aviatorEnv = databaseEnv
  .extend({
    CHAIN_SECRETS: epochSecrets(
      'Makes the seeds of rounds and the keys of receipts, as id:secret,id:secret with the newest first. With the database, it reveals future rounds.',
    ),
    ...auditEnv,
    CASINO_MODE: casinoMode,
    ROUND_LIABILITY_CAP: whole(1, 1_000_000_000, limits.aviator.roundLiabilityRupees).describe(
      'The most that all bets of one round together can win, in rupees.',
    ),
    CHAIN_LENGTH: whole(1, 1_000_000, 50_000).describe('The number of rounds in a new seed chain.'),
    ABSENT_AFTER_MS: whole(100, 60_000, 1_000).describe(
      'After a pause of this length, in ms, the leader counts the time as an interruption of the round.',
    ),
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
