import { limits } from '@kismet/contracts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { Page } from '../core/page/page.tsx'
import { useAppSelector } from '../core/store.ts'
import { selectBalanceAsOfMs, selectIsBonusAhead } from '../entities/session/balance-slice.ts'
import { useIsPlayMoney } from '../entities/site/site-api.ts'
import { BetterProofs } from '../features/deposit/better-proofs.tsx'
import { DepositForm } from '../features/deposit/deposit-form.tsx'
import { DepositList } from '../features/deposit/deposit-list.tsx'

const { percent, wagerPercent } = limits.bonus

/** /deposit: where to pay, the form, the own requests. */
export function DepositPage(): ReactNode {
  const playMoney = useIsPlayMoney()
  // The first frame knows no balance. A line that only a new player keeps would move the page of all others.
  const isBonusAhead = useAppSelector((state) => selectBalanceAsOfMs(state) !== null && selectIsBonusAhead(state))
  const columns = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  /** The panel with the focus goes. Who writes in the form of a deposit meanwhile stays there. */
  const toList = (): void => {
    const isInForm = columns.current?.firstElementChild?.contains(document.activeElement) === true
    if (!isInForm) list.current?.querySelector('button')?.focus()
  }
  return (
    <Page
      intro={
        <>
          {t`Pay first, then send the reference and the proof. An approved deposit is added to your balance once.`}{' '}
          {isBonusAhead &&
            t`Your first deposit brings a bonus of ${percent}% when your bets reach ${wagerPercent}% of it.`}
        </>
      }
    >
      {playMoney !== false && (
        <div className={textClass(playMoney === null && 'unknown')}>
          <Notice>{t`Play money: you make no real payment here. Any reference in the right format works.`}</Notice>
        </div>
      )}
      <Stack ref={columns} gap="panels" wide="mainAndSide">
        <DepositForm />
        <Stack gap="panels">
          <div ref={list}>
            <DepositList />
          </div>
          <BetterProofs onSent={toList} />
        </Stack>
      </Stack>
    </Page>
  )
}
