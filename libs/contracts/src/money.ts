import { z } from 'zod'

/** An amount of money in integer paise. The only unit inside of the system. */
export const Paise = z.int().brand<'Paise'>()
export type Paise = z.output<typeof Paise>

const paisePerRupee = 100

/** True when a number of rupees has at most two decimals, so that it is a whole number of paise. Exact: `paise / 100` is the double nearest to the decimal text. */
function isWholePaise(rupees: number): boolean {
  const paise = Math.round(rupees * paisePerRupee)
  return Number.isSafeInteger(paise) && paise / paisePerRupee === rupees
}

/**
 * Rupees on the wire (a JSON number with at most 2 decimals), paise inside. Refuses a third decimal, NaN, Infinity and text.
 * Source: docs/reference/wire.md; docs/spec/amendments.md, section 1.
 */
export function rupees(wire: z.ZodNumber = z.number()): z.ZodCodec<z.ZodNumber, typeof Paise> {
  const inPaise = wire.refine(isWholePaise, { error: 'The amount must be in rupees with at most 2 decimals.' })
  return z.codec(inPaise.meta({ multipleOf: 0.01 }), Paise, {
    decode: (amount) => Math.round(amount * paisePerRupee),
    encode: (paise) => paise / paisePerRupee,
  })
}

export const Rupees = rupees()

/** Rupees where a number comes as text, as in a query: `^\d{1,8}(\.\d{1,2})?$`, paise inside. */
export const RupeesText = z.codec(
  z.string().regex(/^\d{1,8}(\.\d{1,2})?$/, { error: 'An amount has digits and at most 2 decimals.' }),
  Paise,
  {
    decode: (text) => Math.round(Number(text) * paisePerRupee),
    encode: (paise) => String(paise / paisePerRupee),
  },
)

/** The sequence of the player's ledger at which a balance stood; it only rises, and 0 is before the first entry (docs/reference/wire.md). */
export const BalanceSeq = z.int().nonnegative()

/** A player's balance in every answer and event that has it. Of two, the one with the higher `balanceSeq` is newer. */
export const PlayerBalance = z.object({ balance: Rupees, balanceSeq: BalanceSeq })
export type PlayerBalance = z.output<typeof PlayerBalance>

/** The balance and the net result of the player at that sequence: payouts less stakes of ended bets, without bonus (docs/internals/decisions/0009). */
export const PlayerStanding = PlayerBalance.extend({ netResult: Rupees })
export type PlayerStanding = z.output<typeof PlayerStanding>

/**
 * An amount of rupees for a sentence, without paise for a whole amount. The first call loads the number formats of a language in about 50 ms. So messages of
 * schemas call this function when a message is shown, not when modules load.
 */
export const inRupees = (amount: number): string =>
  `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`

/** A stake or another amount that a caller chooses: out of range is refused with `message`, never clamped. Limits in whole rupees. */
export function rupeesBetween(minRupees: number, maxRupees: number, message: string | (() => string)): typeof Rupees {
  const told = { error: message }
  return rupees(z.number(told).min(minRupees, told).max(maxRupees, told))
}

/** Marks an integer that is known to be paise. @throws RangeError when it is not a safe integer. */
export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of paise: ${amount}`)
  return amount as Paise
}

/** A constant that the spec gives in rupees, as paise. */
export function paiseOfRupees(amount: number): Paise {
  return paise(Math.round(amount * paisePerRupee))
}
