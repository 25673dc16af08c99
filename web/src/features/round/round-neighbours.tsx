import { getAviatorHistory, limits } from '@kismet/contracts'
import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { t } from '@lingui/core/macro'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { roundPath } from '../../core/paths.ts'
import { MultiplierChip } from '../../entities/flight/multiplier-chip.tsx'
import { queryHook } from '../../entities/session/from-contract.ts'
import styles from './round.module.css'

const useHistory = queryHook(getAviatorHistory)

/** The room of the ways, where there are none or it is not known yet which. */
export function RoundsRoom(): ReactNode {
  return <div className={styles.rounds} aria-hidden="true" />
}

/** The ways to the crashed rounds before and after this one. Of one that lies outside of the newest nobody here knows its neighbours. */
export function RoundNeighbours({ roundNumber }: { roundNumber: number }): ReactNode {
  const { data } = useHistory({ limit: limits.listRows }, { refetchOnMountOrArgChange: true })
  const rounds = data?.rounds ?? []
  const [newest, oldest] = [rounds.at(0), rounds.at(-1)]
  if (!newest || !oldest || roundNumber > newest.roundNumber || roundNumber < oldest.roundNumber) return <RoundsRoom />
  const before = rounds.find((round) => round.roundNumber < roundNumber)
  const after = rounds.findLast((round) => round.roundNumber > roundNumber)
  if (!before && !after) return <RoundsRoom />
  return (
    <nav className={styles.rounds} aria-label={t`Rounds before and after`}>
      {before && (
        <Link className={buttonClass({ kind: 'quiet' })} to={roundPath(before.roundId)} rel="prev">
          <Icon of={ArrowLeft} size="s" />
          {before.roundNumber}
          <MultiplierChip multiplier={before.crashPoint} />
        </Link>
      )}
      {after && (
        <Link className={buttonClass({ kind: 'quiet' })} to={roundPath(after.roundId)} rel="next">
          <MultiplierChip multiplier={after.crashPoint} />
          {after.roundNumber}
          <Icon of={ArrowRight} size="s" />
        </Link>
      )}
    </nav>
  )
}
