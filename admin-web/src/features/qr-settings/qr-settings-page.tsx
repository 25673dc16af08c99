import type { ReactNode } from 'react'
import { Page } from '../../entities/page/page.tsx'
import { OwnerMailsNotice } from '../../entities/site/owner-mails-notice.tsx'
import { AccountsPanel } from './accounts-panel.tsx'
import { ApprovalPanel } from './approval-panel.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { PayoutPanel } from './payout-panel.tsx'
import { ProposalPanels } from './proposal-panel.tsx'

/** Where players pay to, who changed it when, and above which amount two admins have to agree. */
export function QrSettingsPage(): ReactNode {
  return (
    <Page>
      <OwnerMailsNotice />
      <ProposalPanels />
      <AccountsPanel />
      <ChangesPanel />
      <ApprovalPanel />
      <PayoutPanel />
    </Page>
  )
}
