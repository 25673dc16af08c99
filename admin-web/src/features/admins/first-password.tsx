import { CopyButton } from '@kismet/ui/controls/copy-button.tsx'
import { openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { InfoDialog } from '@kismet/ui/feedback/dialog.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import styles from './admins.module.css'

interface FirstPasswordProps {
  readonly username: string
  readonly password: string
  readonly onClose: () => void
}

function FirstPassword({ username, password, onClose }: FirstPasswordProps): ReactNode {
  return (
    <InfoDialog title={`A password for ${username}`} onClose={onClose}>
      <p>
        <b className={textClass('strong')}>It is shown only once.</b> It works for one login, at which {username}{' '}
        chooses another one.
      </p>
      <p className={styles.password}>
        <code>{password}</code>
        <CopyButton text={password} label="Copy the password" />
      </p>
    </InfoDialog>
  )
}

/** Shows the password of an admin this once, to be handed over. Another page does not close the sheet. */
export function showFirstPassword(username: string, password: string): void {
  void openDialog((close) => <FirstPassword username={username} password={password} onClose={close} />)
}
