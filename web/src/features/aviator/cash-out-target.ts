import { aviatorHighestHundredths, aviatorLowestTargetHundredths } from '@kismet/fairness'
import { parseHundredths } from '@kismet/ui/format/number.ts'

/** The automatic cash-out as it is typed: none, a multiplier, or nothing that could be one. */
export type Target = { readonly multiplier: number | null } | 'wrong'

/** Reads 2, 2.5 or 2.50x. Nothing is no target; what is no multiplier from 1.01 to 100 with two decimals is wrong, and no other is put in its place. */
export function readTarget(text: string): Target {
  const typed = text.trim().replace(/x$/i, '')
  if (typed === '') return { multiplier: null }
  const hundredths = /^\d*(\.\d{0,2})?$/.test(typed) ? parseHundredths(typed) : null
  if (hundredths === null || hundredths < aviatorLowestTargetHundredths || hundredths > aviatorHighestHundredths)
    return 'wrong'
  return { multiplier: hundredths / 100 }
}
