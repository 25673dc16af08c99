import type { ReactNode } from 'react'
import { Page } from '../../entities/page/page.tsx'
import { CorrectionsPanel } from './corrections-panel.tsx'
import { EntriesPanel } from './entries-panel.tsx'
import { ReturnsPanel } from './returns-panel.tsx'
import { LedgerPanel } from '../../entities/ledger/ledger-panel.tsx'

/** Whether the money adds up, whether the games pay what they say, and what was put right by hand. */
export function LedgerPage(): ReactNode {
  return (
    <Page>
      <LedgerPanel />
      <ReturnsPanel />
      <CorrectionsPanel />
      <EntriesPanel />
    </Page>
  )
}
