import type { adminGetPlayerFunds, Output, PlayerIdentity } from '@kismet/contracts'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Ban from 'lucide-react/icons/ban'
import type { ReactNode } from 'react'
import { Figure, Figures } from '../../core/figures/figures.tsx'
import { Amount, NetAmount } from '../../core/format/amount.tsx'
import { formatDate, formatDay } from '../../core/format/time.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { useOwnTitle } from '../../entities/page/page.tsx'
import { PlayerActions } from './player-actions.tsx'
import { useGetPlayerFundsQuery } from '../../entities/players/player-api.ts'
import styles from './players.module.css'
import { StateTag } from './state-tag.tsx'

type Funds = Output<typeof adminGetPlayerFunds>['funds']

/** What the first deposit has earned, and how far it is from the balance. */
function bonusNote({ bonus, bonusReleased, counted, countedNeeded, firstDeposit }: Funds): string {
  if (firstDeposit === 0) return 'no deposit yet'
  if (bonus === 0) return `first deposit ${formatRupees(firstDeposit)}`
  if (bonusReleased) return 'released'
  return `${formatRupees(counted)} of ${formatRupees(countedNeeded)} staked`
}

function FundsOf({ funds, isSuspended }: { funds: Funds; isSuspended: boolean }): ReactNode {
  const { balance, openStakes, held, netResult, bonus } = funds
  return (
    <>
      {isSuspended && !funds.isSuspended && (
        <div className={styles.told}>
          <Notice tone="warn">The wallet has not confirmed the suspension yet. It takes a few seconds.</Notice>
        </div>
      )}
      <Figures inPanel>
        <Figure name="Balance" note={`in open bets ${formatRupees(openStakes)}`}>
          <Amount paise={balance} />
        </Figure>
        <Figure name="Held for withdrawal" note={held === 0 ? 'nothing waits' : 'waits for a decision'}>
          <Amount paise={held} />
        </Figure>
        <Figure name="Bonus" note={bonusNote(funds)}>
          <Amount paise={bonus} />
        </Figure>
        <Figure
          name="Net result, all time"
          note="of the player, settled bets"
          tone={netResult > 0 ? 'up' : netResult < 0 ? 'down' : undefined}
        >
          <NetAmount paise={netResult} />
        </Figure>
      </Figures>
    </>
  )
}

/** Who the player is, what the accounts hold, and what can be done. */
export function PlayerHead({ player }: { player: PlayerIdentity }): ReactNode {
  const { _id, email, state, suspension, verifiedAt, closedAt, lastLoginAt } = player
  useOwnTitle(email)
  const result = useGetPlayerFundsQuery({ id: _id })
  const seen = lastLoginAt === null ? 'no login in 90 days' : `last login ${formatDay(lastLoginAt)}`
  return (
    <Panel title={email} note={<StateTag state={state} />} end={<PlayerActions player={player} />} flush>
      <p className={styles.id}>
        <code>{_id}</code>
        <Copied text={_id} label="Copy player id" />
        <span>
          since {formatDate(verifiedAt)}, {seen}
        </span>
      </p>
      {suspension && state === 'suspended' && (
        <div className={styles.told}>
          <Notice tone="bad" icon={Ban}>
            <b>
              Suspended by {suspension.by}, {formatDay(suspension.at)}
            </b>
            <br />
            {suspension.reason}
          </Notice>
        </div>
      )}
      {closedAt !== null && (
        <div className={styles.told}>
          <Notice tone="info">The player has closed this account, {formatDay(closedAt)}.</Notice>
        </div>
      )}
      <QueryState what="the balance" result={result} fallback={<SkeletonBlock heightPx={98} />}>
        {({ funds }) => <FundsOf funds={funds} isSuspended={state === 'suspended'} />}
      </QueryState>
    </Panel>
  )
}
