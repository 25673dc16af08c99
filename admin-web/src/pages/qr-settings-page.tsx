import type { ReactNode } from 'react'
import { Page } from '../entities/page/page.tsx'
import { ApprovalPanel } from '../features/qr-settings/approval-panel.tsx'
import { PayoutPanel } from '../features/qr-settings/payout-panel.tsx'
import { ChangesPanel } from '../features/qr-settings/changes-panel.tsx'
import { ProposalPanel } from '../features/qr-settings/proposal-panel.tsx'
import { QrSettings } from '../features/qr-settings/qr-settings.tsx'

/** Where players pay to, who changed it when, and above which amount two admins have to agree. */
export function QrSettingsPage(): ReactNode {
  return (
    <Page>
      <ProposalPanel />
      <QrSettings />
      <ChangesPanel />
      <ApprovalPanel />
      <PayoutPanel />
    </Page>
  )
}
