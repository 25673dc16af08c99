import { CopyButton } from '@kismet/ui/controls/copy-button.tsx'
import { Sheet } from '@kismet/ui/feedback/confirm.tsx'
import type { ReactNode } from 'react'
import styles from './admins.module.css'

/** A password that its admin has not chosen. */
export interface GivenPassword {
  readonly username: string
  readonly password: string
}

/** Shows a password this once, to be handed over. */
export function FirstPassword({ given, onClose }: { given: GivenPassword; onClose: () => void }): ReactNode {
  return (
    <Sheet title={`A password for ${given.username}`} onClose={onClose}>
      <p>
        <b className="strong">It is shown only once.</b> It works for one login, at which {given.username} chooses
        another one.
      </p>
      <p className={styles.password}>
        <code>{given.password}</code>
        <CopyButton text={given.password} label="Copy the password" />
      </p>
    </Sheet>
  )
}
