import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import styles from './pending-bar.module.css'
import { useTimeout } from './use-timeout.ts'

/** A page that is ready sooner shows no bar. */
const patienceMs = 150

/** A thin bar at the top of the window while the next page loads. */
export function PendingBar(): ReactNode {
  const [late, setLate] = useState(false)
  useTimeout(() => setLate(true), late ? null : patienceMs)
  return late && <div className={styles.bar} role="progressbar" aria-busy="true" aria-label={t`Opening the page`} />
}
