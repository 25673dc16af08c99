import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { classNames } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Columns, Page } from '../core/page/page.tsx'
import { useIsPlayMoney } from '../entities/site/site-api.ts'
import { DepositForm } from '../features/deposit/deposit-form.tsx'
import { DepositList } from '../features/deposit/deposit-list.tsx'

/** /deposit: where to pay, the form, the own requests. */
export function DepositPage(): ReactNode {
  const playMoney = useIsPlayMoney()
  return (
    <Page
      intro={t`Pay first, then send the reference and the proof. An approved deposit is added to your balance once.`}
    >
      {playMoney !== false && (
        <div className={classNames(playMoney === null && 'unknown')}>
          <Notice>{t`Play money: you make no real payment here. Any reference in the right format works.`}</Notice>
        </div>
      )}
      <Columns>
        <DepositForm />
        <DepositList />
      </Columns>
    </Page>
  )
}
