import { Button } from '@kismet/ui/controls/button.tsx'
import { classNames } from '@kismet/ui/class-names.ts'
import type { Claim } from '@kismet/contracts'
import Hand from 'lucide-react/icons/hand'
import type { ReactNode } from 'react'
import styles from './request-detail.module.css'

/** What is left of a time, in minutes and seconds. */
function left(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

interface ClaimTagProps {
  claim: Claim
  isMine: boolean
  nowMs: number
  /** Null if this admin may not decide the request. */
  onTakeOver: (() => void) | null
}

/** The claim of a request and its end, with a button to take over the claim of another admin. */
export function ClaimTag({ claim: { by, until }, isMine, nowMs, onTakeOver }: ClaimTagProps): ReactNode {
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
        {isMine && <span aria-hidden="true">free again in {left(Date.parse(until) - nowMs)}</span>}
      </span>
      {!isMine && onTakeOver && (
        <Button icon={Hand} onClick={onTakeOver}>
          Take over
        </Button>
      )}
    </>
  )
}
