import { limits } from '@kismet/contracts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Page } from '../core/page/page.tsx'
import { BonusPanel } from '../features/bonus/bonus-panel.tsx'

/** /awaiting-bonus: how far the first-deposit bonus is. */
export function AwaitingBonusPage(): ReactNode {
  return (
    <Page
      slim
      intro={t`${limits.bonus.percent}% of your first deposit. You get it automatically when your bets reach half of that deposit.`}
    >
      <BonusPanel />
      <Notice>
        {t`Refunded and voided bets, and wins below ${limits.bonus.minMultiplierDefault}x, do not count. There is no deadline. Never bet more than you planned for a bonus.`}
      </Notice>
    </Page>
  )
}
