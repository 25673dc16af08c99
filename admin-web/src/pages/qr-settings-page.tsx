import type { ReactNode } from 'react'
import { Page } from '../entities/page/page.tsx'
import { QrSettings } from '../features/qr-settings/qr-settings.tsx'

/** Where players pay to. */
export function QrSettingsPage(): ReactNode {
  return (
    <Page>
      <QrSettings />
    </Page>
  )
}
