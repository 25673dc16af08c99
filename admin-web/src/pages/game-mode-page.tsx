import type { ReactNode } from 'react'
import { Page } from '../entities/page/page.tsx'
import { MaintenancePanel } from '../features/maintenance/maintenance-panel.tsx'
import { VolatilityPanel } from '../features/maintenance/volatility-panel.tsx'
import styles from './game-mode-page.module.css'

/** How the casino runs: the maintenance switch, and the place of the volatility mode. */
export function GameModePage(): ReactNode {
  return (
    <Page>
      <div className={styles.columns}>
        <MaintenancePanel />
        <VolatilityPanel />
      </div>
    </Page>
  )
}
