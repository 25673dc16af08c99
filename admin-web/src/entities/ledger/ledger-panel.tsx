import { asCallError } from '@kismet/app-kit/call-error.ts'
import { accountNames, proveLedgerNow } from '@kismet/contracts'
import type { getLedgerState, Output } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import Check from 'lucide-react/icons/check'
import Hourglass from 'lucide-react/icons/hourglass'
import Minus from 'lucide-react/icons/minus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { api } from '../../core/api.ts'
import { formatCount } from '../../core/format/amount.tsx'
import { formatRecent } from '../../core/format/time.ts'
import { errorDetail } from '../../core/error-text.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import { fromContract } from '../session/from-contract.ts'
import { ledgerPollMs, useGetLedgerStateQuery } from '../site/settings-api.ts'
import { useShowToast } from '../notices/use-show-toast.ts'
import styles from './ledger-panel.module.css'

/** The wallet needs about so long for its newest entries. The next poll reads a later result. */
const provenAfterMs = 2_000

const proveApi = api.injectEndpoints({
  endpoints: (build) => ({
    proveLedger: build.mutation({
      ...fromContract(proveLedgerNow),
      onQueryStarted: async (_, { dispatch, queryFulfilled }): Promise<void> => {
        const asked = await queryFulfilled.catch(() => null)
        if (asked !== null) setTimeout(() => dispatch(api.util.invalidateTags(['Ledger'])), provenAfterMs)
      },
    }),
  }),
})

type LedgerState = Output<typeof getLedgerState>

/** The result of the newest reconciliation. Without a result the state is unknown, neither good nor bad. */
function verdictOf({ state, checkedAt }: LedgerState): {
  title: string
  icon: Glyph
  look: string | undefined
} {
  switch (state) {
    case 'clean':
      return { title: 'The ledger balances', icon: Check, look: styles.good }
    case 'broken':
      return { title: 'The ledger does not balance', icon: TriangleAlert, look: styles.bad }
    case 'unknown':
    case 'other':
      return checkedAt === null
        ? { title: 'Not checked yet', icon: Hourglass, look: undefined }
        : { title: 'Unknown: the last reconciliation failed', icon: TriangleAlert, look: styles.bad }
  }
}

/** The result of one check of the newest entries. A check without entries proves neither good nor bad. */
function CheckRow({ name, checked, breaks, all }: LedgerState['checks'][number] & { all: number }): ReactNode {
  const isBroken = breaks > 0
  const isEmpty = !isBroken && checked === 0
  return (
    <li className={classNames(isBroken && styles.bad, isEmpty && styles.empty)}>
      <Icon of={isBroken ? X : isEmpty ? Minus : Check} size="s" />
      <span>{name}</span>
      <span className={styles.figure}>
        {isBroken
          ? `${formatCount(breaks)} breaks in ${formatCount(checked)}`
          : isEmpty
            ? all === 0
              ? 'no entries yet'
              : 'nothing new'
            : `${formatCount(checked)} of ${formatCount(checked)}`}
      </span>
    </li>
  )
}

function Checks({ state }: { state: LedgerState }): ReactNode {
  const { title, icon, look } = verdictOf(state)
  const entries = `${formatCount(state.entries)} entries`
  return (
    <>
      <div className={styles.verdict}>
        <span className={classNames(styles.disc, look)}>
          <Icon of={icon} />
        </span>
        <p>
          <b>{title}</b>
          <br />
          <small className={textClass('mute')}>
            {state.checkedAt === null ? entries : `checked ${formatRecent(state.checkedAt)}, every 60 s · ${entries}`}
          </small>
        </p>
      </div>
      <ul className={styles.checks}>
        {state.checks.map((check) => (
          <CheckRow key={check.name} {...check} all={state.entries} />
        ))}
      </ul>
    </>
  )
}

/** All accounts together: what one gains another loses. */
function Sum({ state }: { state: LedgerState }): ReactNode {
  const { playersTotal, heldTotal, openStakesTotal, houseTotal, outsideTotal, bonusTotal } = state
  const sum = playersTotal + heldTotal + openStakesTotal + houseTotal + outsideTotal + bonusTotal
  return <b className={textClass(sum !== 0 && 'loss')}>{formatNet(sum)}</b>
}

/** Has the newest entries proven now. */
function RunNow(): ReactNode {
  const showToast = useShowToast()
  const [prove, { isLoading }] = proveApi.useProveLedgerMutation()
  const run = async (): Promise<void> => {
    const { error } = await prove({})
    if (error) showToast('bad', 'Action failed', errorDetail(asCallError(error)))
  }
  return (
    <Button kind="quiet" icon={RefreshCw} busy={isLoading} onClick={() => void run()}>
      Run now
    </Button>
  )
}

/** Where the money is. */
function Accounts({ state }: { state: LedgerState }): ReactNode {
  return (
    <div className={styles.accounts}>
      <h3>Accounts</h3>
      <KeyValues
        variant="lines"
        rows={[
          { name: accountNames.players, value: formatNet(state.playersTotal) },
          { name: accountNames.openStakes, value: formatNet(state.openStakesTotal) },
          { name: accountNames.held, value: formatNet(state.heldTotal) },
          { name: accountNames.house, value: formatNet(state.houseTotal) },
          { name: accountNames.outside, value: formatNet(state.outsideTotal) },
          { name: accountNames.bonus, value: formatNet(state.bonusTotal) },
          { name: 'Sum, which must be zero', value: <Sum state={state} /> },
        ]}
      />
    </div>
  )
}

/** Whether every rupee is where the entries say, as the wallet proves it once a minute. */
export function LedgerPanel(): ReactNode {
  const result = useGetLedgerStateQuery({}, { pollingInterval: ledgerPollMs })
  const { currentData, error } = result
  return (
    <Panel title="Ledger" end={currentData && <RunNow />} flush={!currentData}>
      <QueryState what="the ledger" result={result}>
        {(state) => (
          <div className={styles.ledger}>
            <div>
              <Checks state={error ? { ...state, state: 'unknown' } : state} />
            </div>
            <Accounts state={state} />
          </div>
        )}
      </QueryState>
    </Panel>
  )
}
