import { SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import type { ReactNode } from 'react'
import { QueryState } from '../core/query-state.tsx'
import { Page } from '../core/page/page.tsx'
import { DepositList } from '../features/deposit/deposit-list.tsx'
import { figuresHeightPx, MonthFigures } from '../features/safer-play/own-figures.tsx'
import { useSaferPlay } from '../features/safer-play/use-safer-play.ts'
import { StatementPanel } from '../features/statement/statement-panel.tsx'
import { WithdrawalList } from '../features/withdraw/withdrawal-list.tsx'

/** /account-statement: what the month has come to, every line with the balance after it, and the own requests. */
export function AccountStatementPage(): ReactNode {
  return (
    <Page>
      <QueryState of={useSaferPlay()} failed={null} fallback={<SkeletonBlock heightPx={figuresHeightPx} />}>
        {({ limits }) => <MonthFigures limits={limits} />}
      </QueryState>
      <StatementPanel />
      <Stack gap="panels" wide="halves">
        <DepositList low />
        <WithdrawalList low />
      </Stack>
    </Page>
  )
}
