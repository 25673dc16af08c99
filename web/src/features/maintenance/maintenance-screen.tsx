import mark from '@kismet/ui/art/mark.svg'
import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { RemoveFirstFrame } from '@kismet/ui/layout/remove-first-frame.tsx'
import { Sky } from '@kismet/ui/sky/sky.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { casinoPath } from '../../core/paths.ts'
import { sampleSeals } from '../../entities/fair-play/sample-seal.ts'
import { useOpenFlight } from '../../entities/game/open-flight.ts'
import { useDocumentTitle } from '../../core/page/page.tsx'
import styles from './maintenance-screen.module.css'

/** Stands in place of every page while the site is under maintenance (spec 2.14). */
export function MaintenanceScreen(): ReactNode {
  const [isFlightOpen] = useOpenFlight()
  useDocumentTitle(t`Under maintenance`)
  return (
    <main className={styles.screen}>
      <RemoveFirstFrame />
      <Sky hash={sampleSeals.maintenance.hash} />
      <div className={styles.words}>
        <img src={mark} alt="Kismet" width={64} height={64} />
        <h1>{t`SITE UNDER MAINTENANCE`}</h1>
        <p>{t`We'll be back soon. Thank you for your patience!`}</p>
        <div className={styles.track} aria-hidden="true">
          <i />
        </div>
        {isFlightOpen && (
          <Link className={buttonClass({ kind: 'cash' })} to={casinoPath('aviator')}>
            {t`You may still have an open bet in Aviator`}
          </Link>
        )}
      </div>
    </main>
  )
}
