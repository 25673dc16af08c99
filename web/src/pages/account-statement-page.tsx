import { SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import type { ReactNode } from 'react'
import { Known } from '../core/known.tsx'
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
      <Known of={useSaferPlay()} failed={null} coming={<SkeletonBlock heightPx={figuresHeightPx} />}>
        {({ limits }) => <MonthFigures limits={limits} />}
      </Known>
      <StatementPanel />
      <Stack gap="panels" wide="halves">
        <DepositList low />
        <WithdrawalList low />
      </Stack>
    </Page>
  )
}
