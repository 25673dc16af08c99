import { textClass } from '@kismet/ui/class-names.ts'
import { Drawer } from '@kismet/ui/feedback/modal.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import styles from './request-state.module.css'

/** The status of a request, and a button that opens the request in a drawer. */
export function RequestState({
  status,
  title,
  children,
}: {
  status: ReactNode
  title: string
  /** All that is known of the request. */
  children: ReactNode
}): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.state}>
      {status}
      <button type="button" aria-label={t`Details: ${title}`} onClick={() => setOpen(true)}>
        <span className={textClass('link', 'small')}>{t`Details`}</span>
      </button>
      {isOpen && (
        <Drawer title={title} onClose={() => setOpen(false)}>
          {children}
        </Drawer>
      )}
    </div>
  )
}
