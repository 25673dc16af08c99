import { publishedRtpPercent } from '@kismet/fairness'
import type { GameName } from '../../core/games.ts'
import { useGetConfigQuery } from './site-api.ts'

/** The RTP of a game as its badge shows it, in whole per cent: as the server publishes it, else as the maths say. */
export function useRtpPercent(game: GameName): number {
  const { data } = useGetConfigQuery({})
  const published = game === 'aviator' ? publishedRtpPercent.aviator.normal : publishedRtpPercent[game]
  return Math.round(data?.rtp[game] ?? published)
}
