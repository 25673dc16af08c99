import type { ReactNode } from 'react'
import { pages } from '../app/pages.ts'
import { Page } from '../app/shell/page.tsx'
import { RoleGate } from '../app/shell/role-gate.tsx'
import { MaintenancePanel } from '../features/maintenance/maintenance-panel.tsx'
import { VolatilityPanel } from '../features/maintenance/volatility-panel.tsx'
import styles from './game-mode-page.module.css'

/** How the casino runs: the maintenance switch, and the place of the volatility mode. */
export function GameModePage(): ReactNode {
  return (
    <RoleGate page={pages.gameMode}>
      <Page title={pages.gameMode.title}>
        <div className={styles.columns}>
          <MaintenancePanel />
          <VolatilityPanel />
        </div>
      </Page>
    </RoleGate>
  )
}
