import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../core/paths.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import styles from './proof-dot.module.css'
import { useOwnDeposits, awaitsProof } from './own-deposits.ts'

/** What this tab has told the player, so that a return from the deposit page is no news. */
const told = new Set<string>()

/** On other pages than the deposit page, beside the way there, while an own request waits for a better proof. A toast tells of each new one. */
export function ProofDot(): ReactNode {
  const [pathname] = useLocation()
  return pathname !== paths.deposit && <Dot />
}

function Dot(): ReactNode {
  const dispatch = useAppDispatch()
  const { data = [] } = useOwnDeposits()
  const asked = data.find(awaitsProof)
  const news = asked === undefined ? null : `${asked._id} ${asked.betterProof?.askedAt}`
  useEffect(() => {
    if (news === null || told.has(news)) return
    told.add(news)
    dispatch(toastShown('note', t`We need a better proof of a deposit. Open Deposit.`))
  }, [news, dispatch])
  return asked !== undefined && <span className={styles.dot} role="img" aria-label={t`We need a better proof`} />
}
