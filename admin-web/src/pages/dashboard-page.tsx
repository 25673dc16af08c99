import type { ReactNode } from 'react'
import { BelowPhone } from '../core/use-is-phone.ts'
import { Page } from '../entities/page/page.tsx'
import { BetsPanel } from '../features/overview/bets-panel.tsx'
import { Kpis } from '../features/overview/kpis.tsx'
import { LedgerPanel } from '../features/overview/ledger-panel.tsx'
import { OldestPanel } from '../features/overview/oldest-panel.tsx'
import { ServicesPanel } from '../features/overview/services-panel.tsx'
import { SitePanel } from '../features/overview/site-panel.tsx'
import { WaitingPanel } from '../features/overview/waiting-panel.tsx'
import styles from './dashboard-page.module.css'

/** What is going on, and what waits. Each part asks for itself, so that one whose service is down says so and the others go on. */
export function DashboardPage(): ReactNode {
  return (
    <Page live>
      <Kpis />
      <div className={styles.columns}>
        <BetsPanel />
        <div className={styles.first}>
          <WaitingPanel />
        </div>
      </div>
      <BelowPhone>
        <OldestPanel />
        <div className={styles.columns}>
          <ServicesPanel />
          <SitePanel />
        </div>
        <LedgerPanel />
      </BelowPhone>
    </Page>
  )
}
