import { selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import { aviatorPayoutPaise } from '@kismet/fairness'
import { Button } from '@kismet/ui/controls/button.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useAppSelector } from '../../core/store.ts'
import type { AviatorDesk } from './aviator-desk.ts'
import type { OwnBet, Table } from './table.ts'
import { betOf } from './table.ts'
import { useTable } from './use-aviator.ts'

/** What the one button of the page does now. */
export type Action = 'place' | 'placing' | 'checking' | 'placed' | 'cashOut' | Cash | 'settling' | 'cashedOut'
type Cash = 'cashPressed' | 'cashSent' | 'cashUnknown'

const cashSteps = { pressed: 'cashPressed', sent: 'cashSent', unknown: 'cashUnknown' } as const

/** By the table alone: what is pressed is shown at once, and nothing is shown as done before the server said so. */
export function actionOf(table: Table): Action {
  const bet = betOf(table)
  const { asked, cashing, round } = table
  if (bet?.status === 'cashed_out') return 'cashedOut'
  if (bet?.status === 'open') {
    if (cashing !== null) return cashSteps[cashing.step]
    if (round?.phase === 'betting') return 'placed'
    return round?.phase === 'flying' ? 'cashOut' : 'settling'
  }
  if (asked !== null) return asked.isUnknown ? 'checking' : 'placing'
  return 'place'
}

/** What the stake would be paid at the multiplier that the server has last said; nobody can say it while the connection is away, for the flight goes on. */
function CashOutButton({ desk, bet }: { desk: AviatorDesk; bet: OwnBet }): ReactNode {
  const payoutPaise = useTable(desk, ({ round }) =>
    aviatorPayoutPaise(bet.stakePaise, Math.round((round?.multiplier ?? 1) * 100)),
  )
  if (!useAppSelector(selectIsUp))
    return (
      <Button big two disabled>
        <strong>{t`Cash Out`}</strong>
        <small>{t`when the connection is back`}</small>
      </Button>
    )
  return (
    <Button kind="cash" big two onClick={() => void desk.cashOut()}>
      <small>{t`Cash Out`}</small>
      <strong>{formatRupees(payoutPaise)}</strong>
    </Button>
  )
}

const cashWords = (action: Cash): readonly [step: string, more: string] => {
  switch (action) {
    case 'cashPressed':
      return [t`Cash Out`, t`pressed`]
    case 'cashSent':
      return [t`Cash Out`, t`sent, waiting for the server`]
    case 'cashUnknown':
      return [t`Cash Out`, t`no answer yet, checking`]
  }
}

/** One button: it places the bet, and then cashes it out. */
export function BetAction({
  desk,
  stakePaise,
  canPlace,
}: {
  desk: AviatorDesk
  stakePaise: number
  canPlace: boolean
}): ReactNode {
  const action = useTable(desk, actionOf)
  const bet = useTable(desk, betOf)
  switch (action) {
    case 'place':
    case 'placing':
      return (
        <Button
          type="submit"
          kind="primary"
          big
          two
          busy={action === 'placing'}
          disabled={action === 'place' && !canPlace}
        >
          <strong>{t`Place Bet`}</strong>
          <small>{formatRupees(stakePaise)}</small>
        </Button>
      )
    case 'checking':
      return (
        <Button big two disabled>
          <strong>{t`Place Bet`}</strong>
          <small>{t`checking your last bet`}</small>
        </Button>
      )
    case 'cashOut':
      return bet && <CashOutButton desk={desk} bet={bet} />
    case 'cashPressed':
    case 'cashSent':
    case 'cashUnknown': {
      const [step, more] = cashWords(action)
      return (
        <Button kind="cash" big two busy={action !== 'cashPressed'} aria-disabled="true" data-step={action}>
          <strong>{step}</strong>
          <small role="status">{more}</small>
        </Button>
      )
    }
    case 'placed':
    case 'settling':
      return (
        <Button big two disabled>
          <strong>{t`Bet Placed`}</strong>
          <small>{formatRupees(bet?.stakePaise ?? stakePaise)}</small>
        </Button>
      )
    case 'cashedOut':
      return (
        <Button big two disabled>
          <small>{t`Cashed Out`}</small>
          <strong>{t`Won ${formatRupees(bet?.payoutPaise ?? 0)}`}</strong>
        </Button>
      )
  }
}
