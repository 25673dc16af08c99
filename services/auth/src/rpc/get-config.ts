import { getConfig, limits } from '@kismet/contracts'
import { publishedRtpPercent } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import type { AuthContext } from '../context.ts'

const paisePerRupee = 100
const { dice, slots, mines, aviator } = publishedRtpPercent

/** The limits and returns that a client shows; the same for everybody. */
const constant = {
  limits: {
    deposit: { min: limits.deposit.minRupees, max: limits.deposit.maxRupees },
    dice: { min: limits.dice.minRupees, max: limits.dice.maxRupees },
    maxWin: limits.maxWinPaise / paisePerRupee,
  },
  rtp: { dice, slots, mines, aviator: aviator.normal },
}

export const getConfigHandler = handle(getConfig, ({ config, clock }: AuthContext) =>
  Promise.resolve({
    mode: config.CASINO_MODE,
    operator: { name: config.OPERATOR_NAME ?? null, licence: config.OPERATOR_LICENCE ?? null },
    ...constant,
    contacts: { whatsapp: config.SUPPORT_WHATSAPP ?? null, email: config.SUPPORT_EMAIL ?? null },
    serverTime: isoTime(clock.now()),
  }),
)
