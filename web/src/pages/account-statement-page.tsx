import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import type { ReactNode } from 'react'
import { Page } from '../core/page/page.tsx'
import { useBalanceFollowed } from '../entities/balance/use-balance-followed.ts'
import { DepositList } from '../features/deposit/deposit-list.tsx'
import { figuresHeightPx, MonthFigures } from '../features/safer-play/own-figures.tsx'
import { useGetLimitsQuery } from '../features/safer-play/safer-play-api.ts'
import { StatementPanel } from '../features/statement/statement-panel.tsx'
import { WithdrawalList } from '../features/withdraw/withdrawal-list.tsx'

/** /account-statement: what the month has come to, every line with the balance after it, and the own requests. */
export function AccountStatementPage(): ReactNode {
  const { data, error, isFetching, refetch } = useGetLimitsQuery({}, { refetchOnMountOrArgChange: true })
  useBalanceFollowed({ isFetching, error, refetch })
  return (
    <Page>
      {data && error && <StaleNotice busy={isFetching} onRetry={() => void refetch()} />}
      {data ? <MonthFigures limits={data.limits} /> : !error && <SkeletonBlock heightPx={figuresHeightPx} />}
      <StatementPanel />
      <Stack gap="panels" wide="halves">
        <DepositList low />
        <WithdrawalList low />
      </Stack>
    </Page>
  )
}
