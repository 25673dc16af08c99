import { getActiveMines } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { casinoPath } from '../../core/paths.ts'
import { queryHook } from '../session/from-contract.ts'
import styles from './game.module.css'

const useActiveMines = queryHook(getActiveMines)

/** Tells a player on another page of their game of Mines, whose stake is missing from the balance. */
export function OpenMines(): ReactNode {
  const { data, isFetching } = useActiveMines({}, { refetchOnMountOrArgChange: true })
  // An older answer may be about a game that is over.
  if (isFetching || !data?.game) return null
  return (
    <Row spread wrap gap={2} className={styles.openMines} role="status">
      <span>{t`Mines game open: ${formatRupees(data.game.bet)}`}</span>
      <Link className={textClass('link')} to={casinoPath('mines')}>
        {t`Continue`}
      </Link>
    </Row>
  )
}
