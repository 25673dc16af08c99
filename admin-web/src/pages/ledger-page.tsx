import type { ReactNode } from 'react'
import { Page } from '../entities/page/page.tsx'
import { CorrectionsPanel } from '../features/ledger/corrections-panel.tsx'
import { EntriesPanel } from '../features/ledger/entries-panel.tsx'
import { ReturnsPanel } from '../features/ledger/returns-panel.tsx'
import { LedgerPanel } from '../features/overview/ledger-panel.tsx'

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
