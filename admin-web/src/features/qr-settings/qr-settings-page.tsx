import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import type { ReactNode } from 'react'
import { QueryState } from '../../core/table/query-state.tsx'
import { useGetDepositSettingsQuery } from '../../entities/site/settings-api.ts'
import { Page } from '../../entities/page/page.tsx'
import { ApprovalPanel } from './approval-panel.tsx'
import { PayoutPanel } from './payout-panel.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { freshly, useRefetchOnFocus } from './keep-fresh.ts'
import { ProposalPanel } from './proposal-panel.tsx'
import { QrForm } from './qr-form.tsx'

function QrSettings(): ReactNode {
  const result = useGetDepositSettingsQuery({}, freshly)
  useRefetchOnFocus(result.refetch)
  return (
    <QueryState
      what="settings"
      result={result}
      fallback={<Skeleton variant="table" rows={4} label="Loading settings" />}
    >
      {({ settings }) => <QrForm settings={settings} />}
    </QueryState>
  )
}

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
