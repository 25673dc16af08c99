import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Columns, Page } from '../core/page/page.tsx'
import { WithdrawDesk } from '../features/withdraw/withdraw-desk.tsx'
import { WithdrawalList } from '../features/withdraw/withdrawal-list.tsx'

/** /withdraw: the saved accounts and the form, the own withdrawals. */
export function WithdrawPage(): ReactNode {
  return (
    <Page intro={t`The amount is held when you ask, paid out on approval and returned if rejected.`}>
      <Columns>
        <WithdrawDesk />
        <WithdrawalList />
      </Columns>
    </Page>
  )
}
