import { Button } from '@kismet/ui/controls/button.tsx'
import { classNames } from '@kismet/ui/class-names.ts'
import type { Claim } from '@kismet/contracts'
import Hand from 'lucide-react/icons/hand'
import type { ReactNode } from 'react'
import styles from './request-detail.module.css'

interface ClaimTagProps {
  claim: Claim
  isMine: boolean
  /** Null if this admin may not decide the request. */
  onTakeOver: (() => void) | null
}

/** The claim of a request, with a button to take over the claim of another admin. */
export function ClaimTag({ claim: { by }, isMine, onTakeOver }: ClaimTagProps): ReactNode {
  return (
    <>
      <span className={classNames(styles.claim, isMine && styles.mine)} role="status">
        {isMine ? (
          <b>You are working on this</b>
        ) : (
          <span>
            claimed by <b>{by}</b>
          </span>
        )}
      </span>
      {!isMine && onTakeOver && (
        <Button icon={Hand} onClick={onTakeOver}>
          Take over
        </Button>
      )}
    </>
  )
}
