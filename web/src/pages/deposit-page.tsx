import { limits } from '@kismet/contracts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { Page } from '../core/page/page.tsx'
import { useIsPlayMoney } from '../entities/site/site-api.ts'
import { BetterProofs } from '../features/deposit/better-proofs.tsx'
import { DepositForm } from '../features/deposit/deposit-form.tsx'
import { DepositList } from '../features/deposit/deposit-list.tsx'

const { percent, wagerPercent } = limits.bonus

/** /deposit: where to pay, the form, the own requests. */
export function DepositPage(): ReactNode {
  const playMoney = useIsPlayMoney()
  const formAndList = useRef<HTMLDivElement>(null)
  /** The panel with the focus goes. Who writes in the form of a deposit meanwhile stays there. */
  const toList = (): void => {
    const { current } = formAndList
    if (!current?.contains(document.activeElement)) current?.querySelector<HTMLElement>('section button')?.focus()
  }
  return (
    <Page
      intro={
        <>
          {t`Pay first, then send the reference and the proof. An approved deposit is added to your balance once.`}{' '}
          {t`Your first deposit brings a bonus of ${percent}% when your bets reach ${wagerPercent}% of it.`}
        </>
      }
    >
      {playMoney !== false && (
        <div className={textClass(playMoney === null && 'unknown')}>
          <Notice>{t`Play money: you make no real payment here. Any reference in the right format works.`}</Notice>
        </div>
      )}
      <BetterProofs onSent={toList} />
      <Stack ref={formAndList} gap="panels" wide="mainAndSide">
        <DepositForm />
        <DepositList />
      </Stack>
    </Page>
  )
}
