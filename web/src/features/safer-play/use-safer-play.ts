import type { SaferPlay } from '@kismet/contracts'
import type { Answer } from '../../core/answer.ts'
import { useBalanceFollowed } from '../../entities/balance/use-balance-followed.ts'
import { useLimits } from '../../entities/limits/use-limits.ts'

/** The own limits and pauses. Each bet changes how much of a limit is used. */
export function useSaferPlay(): Answer<SaferPlay> {
  const query = useLimits({}, { refetchOnMountOrArgChange: true })
  useBalanceFollowed(query)
  return query
}
