import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { adminGetPlayerFunds, Output, PlayerIdentity } from '@kismet/contracts'
import { CopyButton } from '@kismet/ui/controls/copy-button.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { ErrorState, SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Ban from 'lucide-react/icons/ban'
import type { ReactNode } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { formatDate, formatDay } from '../../core/format/time.ts'
import { PlayerActions } from './player-actions.tsx'
import { useGetPlayerFundsQuery } from './players-api.ts'
import styles from './players.module.css'
import { StateTag } from './state-tag.tsx'

type Funds = Output<typeof adminGetPlayerFunds>['funds']

/** What the first deposit has earned, and how far it is from the balance. */
function bonusText({ bonus, bonusReleased, counted, countedNeeded }: Funds): string {
  if (bonus === 0) return 'none'
  if (bonusReleased) return `${formatRupees(bonus)}, released`
  return `${formatRupees(bonus)}, ${formatRupees(counted)} of ${formatRupees(countedNeeded)} staked`
}

function FundsOf({ id, isSuspended }: { id: string; isSuspended: boolean }): ReactNode {
  const { data, error, isFetching, refetch } = useGetPlayerFundsQuery({ id })
  if (!data && error)
    return (
      <ErrorState title="Failed to load the balance" busy={isFetching} onRetry={() => void refetch()}>
        {errorDetail(asCallError(error))}
      </ErrorState>
    )
  if (!data) return <SkeletonBlock heightPx={88} />
  const { funds } = data
  const rows: readonly (readonly [name: string, value: ReactNode])[] = [
    ['Balance', <b key="balance">{formatRupees(funds.balance)}</b>],
    ['Open stakes', formatRupees(funds.openStakes)],
    ['Withdrawals that wait', formatRupees(funds.held)],
    ['Net result of the player', formatNet(funds.netResult)],
    ['First deposit', funds.firstDeposit === 0 ? 'none' : formatRupees(funds.firstDeposit)],
    ['Bonus', bonusText(funds)],
  ]
  return (
    <>
      {isSuspended && !funds.isSuspended && (
        <Notice tone="warn">The wallet does not know of the suspension yet; it is told within seconds.</Notice>
      )}
      <dl className={styles.funds}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Who the player is, what the accounts hold, and what can be done. */
export function PlayerHead({ player }: { player: PlayerIdentity }): ReactNode {
  const { _id, email, state, suspension, verifiedAt, closedAt, lastLoginAt } = player
  const seen = lastLoginAt === null ? 'no login in 90 days' : `last login ${formatDay(lastLoginAt)}`
  return (
    <Panel
      title={email}
      note={`since ${formatDate(verifiedAt)}, ${seen}`}
      end={<StateTag state={state} />}
      foot={
        <>
          <span className="mono">{_id}</span>
          <CopyButton text={_id} label="Copy player id" />
          <PlayerActions player={player} />
        </>
      }
    >
      {suspension && state === 'suspended' && (
        <Notice tone="bad" icon={Ban}>
          <b>
            Suspended by {suspension.by}, {formatDay(suspension.at)}
          </b>
          <br />
          {suspension.reason}
        </Notice>
      )}
      {closedAt !== null && <Notice tone="info">The player has closed this account, {formatDay(closedAt)}.</Notice>}
      <FundsOf id={_id} isSuspended={state === 'suspended'} />
    </Panel>
  )
}
