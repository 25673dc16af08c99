import type { ReactNode } from 'react'
import { Page } from '../entities/page/page.tsx'
import { Kpis } from '../features/overview/kpis.tsx'
import { LedgerPanel } from '../features/overview/ledger-panel.tsx'
import { SitePanel } from '../features/overview/site-panel.tsx'
import { WaitingPanel } from '../features/overview/waiting-panel.tsx'
import styles from './dashboard-page.module.css'

/** The wallet proves its ledger once a minute; half of that keeps the time of the proof honest. */
const ledgerPollMs = 30_000

/** What is going on, and what waits. */
export function DashboardPage(): ReactNode {
  return (
    <Page live>
      <Kpis ledgerPollMs={ledgerPollMs} />
      <div className={styles.columns}>
        <WaitingPanel />
        <SitePanel />
      </div>
      <LedgerPanel />
    </Page>
  )
}
