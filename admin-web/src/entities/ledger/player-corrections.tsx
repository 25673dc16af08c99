import type { Correction } from '@kismet/contracts'
import { listCorrections } from '@kismet/contracts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay } from '../../core/format/time.ts'
import { paths } from '../../core/paths.ts'
import { useServerNow } from '../../core/use-now.ts'
import { pagesOf } from '../session/from-contract.ts'
import styles from './correction-form.module.css'

/** Corrections of balances, newest first. */
export const correctionPages = pagesOf(listCorrections, { limit: 20, providesTags: ['Ledger'] })

const recentMs = 7 * 24 * 60 * 60_000

interface PlayerCorrectionsProps {
  playerId: string
  /** In paise: what a dialog proposes or approves. */
  change?: number
  /** The correction that a dialog is about. */
  own?: string
}

/** The waiting corrections of a player. A dialog warns of one that equals its own, also one that was booked some days ago. */
export function PlayerCorrections({ playerId, change, own }: PlayerCorrectionsProps): ReactNode {
  const nowMs = useServerNow(60_000)
  const { data, error } = correctionPages.useInfiniteQuery(
    { playerId },
    { pollingInterval: 30_000, refetchOnMountOrArgChange: true },
  )
  const isRecent = ({ proposedAt }: Correction) => nowMs - Date.parse(proposedAt) < recentMs
  const others = (data?.pages.flatMap(({ corrections }) => corrections) ?? []).filter(({ _id }) => _id !== own)
  const waiting = others.filter(({ status }) => status === 'pending')
  const isTwin = (one: Correction) => one.amount === change && (one.status === 'pending' || one.status === 'approved')
  const twin = others.find((one) => isTwin(one) && (one.status === 'pending' || isRecent(one)))
  return (
    <>
      {error !== undefined && <Notice tone="warn">The other corrections of this player are not available.</Notice>}
      {twin && (
        <Notice tone="bad">
          <b>
            An equal correction {twin.status === 'pending' ? 'waits' : 'was booked'}: {formatNet(twin.amount)}.
          </b>{' '}
          Check that the two are not for one mistake.
        </Notice>
      )}
      {waiting.length > 0 && (
        <Notice tone="warn">
          <b>{waiting.length === 1 ? 'A correction waits' : `${waiting.length} corrections wait`} for another admin.</b>{' '}
          <Link to={paths.ledger}>Ledger</Link>
          {waiting.map(({ _id, amount, reason, proposedBy, proposedAt }) => (
            <span key={_id} className={styles.waiting}>
              {formatNet(amount)} by {proposedBy.username}, {formatDay(proposedAt)}: {reason}
            </span>
          ))}
        </Notice>
      )}
    </>
  )
}
