import mark from '@kismet/ui/art/mark.svg'
import { Sky } from '@kismet/ui/sky/sky.tsx'
import type { ReactNode } from 'react'
import { sampleSeals } from '../../app/fair-play/sample-seal.ts'
import { useTitle } from '../../app/frame/page.tsx'
import styles from './maintenance-screen.module.css'

/** Stands in place of every page while the site is under maintenance (spec 2.14). */
export function MaintenanceScreen(): ReactNode {
  useTitle('Under maintenance')
  return (
    <main className={styles.screen}>
      <Sky hash={sampleSeals.maintenance.hash} />
      <div className={styles.words}>
        <img src={mark} alt="Kismet" width={64} height={64} />
        <h1>SITE UNDER MAINTENANCE</h1>
        <p>We&apos;ll be back soon. Thank you for your patience!</p>
        <div className={styles.track} aria-hidden="true">
          <i />
        </div>
      </div>
    </main>
  )
}
