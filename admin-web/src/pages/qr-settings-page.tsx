import type { ReactNode } from 'react'
import { pages } from '../app/pages.ts'
import { Page } from '../app/shell/page.tsx'
import { RoleGate } from '../app/shell/role-gate.tsx'
import { QrSettings } from '../features/qr-settings/qr-settings.tsx'

/** Where players pay to. */
export function QrSettingsPage(): ReactNode {
  return (
    <RoleGate page={pages.qrSettings}>
      <Page title={pages.qrSettings.title}>
        <QrSettings />
      </Page>
    </RoleGate>
  )
}
