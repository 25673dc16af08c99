import type { ReactNode } from 'react'
import { BelowPhone } from '../../core/use-is-phone.ts'
import { Page } from '../../entities/page/page.tsx'
import { BetsPanel } from './bets-panel.tsx'
import { Kpis } from './kpis.tsx'
import { LedgerPanel } from '../../entities/ledger/ledger-panel.tsx'
import { OldestPanel } from './oldest-panel.tsx'
import { ServicesPanel } from './services-panel.tsx'
import { SitePanel } from './site-panel.tsx'
import { WaitingPanel } from './waiting-panel.tsx'
import styles from './overview.module.css'

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
