import { Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Page } from '../core/page/page.tsx'
import { WithdrawDesk } from '../features/withdraw/withdraw-desk.tsx'
import { WithdrawalList } from '../features/withdraw/withdrawal-list.tsx'

/** /withdraw: the saved accounts and the form, the own withdrawals. */
export function WithdrawPage(): ReactNode {
  return (
    <Page intro={t`Your request puts the amount on hold. We pay it out on approval or return it on rejection.`}>
      <Stack gap="panels" wide="mainAndSide">
        <WithdrawDesk />
        <WithdrawalList />
      </Stack>
    </Page>
  )
}
