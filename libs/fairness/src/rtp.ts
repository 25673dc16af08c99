import { volatilityDivisors, type VolatilityMode } from './aviator.ts'
import { ratio, ratioPercent } from './ratio.ts'
import { slotsRtp } from './slots.ts'

/** The return of Aviator in per cent by mode, the same at every automatic target: 1 - 1 / divisor. */
const aviatorPercent = (mode: VolatilityMode): number => {
  const divisor = BigInt(volatilityDivisors[mode])
  return ratioPercent(ratio(divisor - 1n, divisor))
}

/**
 * The published return of each game in per cent, to 2 decimals. The exact return of each setting is `diceOdds`,
 * `slotsRtp`, `minesRtp`, `minesAutoRtp` and `aviatorRtp`; docs/concepts/fairness.md has the tables.
 */
export const publishedRtpPercent: {
  readonly dice: number
  readonly slots: number
  readonly mines: number
  readonly aviator: Readonly<Record<VolatilityMode, number>>
} = {
  dice: 99,
  slots: /* @__PURE__ */ ratioPercent(slotsRtp),
  mines: 95,
  aviator: {
    mild: /* @__PURE__ */ aviatorPercent('mild'),
    normal: /* @__PURE__ */ aviatorPercent('normal'),
    hard: /* @__PURE__ */ aviatorPercent('hard'),
  },
}
