import { publishedRtpPercent } from '@kismet/fairness'
import { useGetConfigQuery } from './site-api.ts'

const { aviator, ...others } = publishedRtpPercent
const published = { ...others, aviator: aviator.normal, aviatorMild: aviator.mild, aviatorHard: aviator.hard }

/** The RTP of a game, or of a mode of Aviator, in whole per cent: as the server publishes it, else as the maths say. */
export function useRtpPercent(of: keyof typeof published): number {
  const { data } = useGetConfigQuery({})
  return Math.round(data?.rtp[of] ?? published[of])
}
