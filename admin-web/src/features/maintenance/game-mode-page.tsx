import type { ReactNode } from 'react'
import { Page } from '../../entities/page/page.tsx'
import { MaintenancePanel } from './maintenance-panel.tsx'
import { ModeChanges } from './mode-changes.tsx'
import { VolatilityPanel } from './volatility-panel.tsx'
import styles from './maintenance.module.css'

/** How the casino runs: the volatility mode of Aviator with its changes, and the maintenance switch. */
export function GameModePage(): ReactNode {
  return (
    <Page>
      <VolatilityPanel />
      <div className={styles.columns}>
        <ModeChanges />
        <MaintenancePanel />
      </div>
    </Page>
  )
}
