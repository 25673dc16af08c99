import { limits } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import styles from './aviator.module.css'

const wholeSeconds = limits.aviator.bettingMs / 1_000

const secondsTo = (endsAt: number, nowMs: number): number =>
  Math.min(wholeSeconds, Math.max(0, Math.ceil((endsAt - nowMs) / 1_000)))

/** Whole seconds until a moment of the server's clock; drawn anew as each of them passes. */
function useSeconds(endsAt: number, serverMs: () => number): number {
  const [seconds, setSeconds] = useState(() => secondsTo(endsAt, serverMs()))
  const look = useEffectEvent(() => {
    const leftMs = endsAt - serverMs()
    setSeconds(secondsTo(endsAt, serverMs()))
    return leftMs
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = (): void => {
      const leftMs = look()
      if (leftMs > 0) timer = setTimeout(next, (leftMs % 1_000) + 1)
    }
    next()
    return () => clearTimeout(timer)
  }, [endsAt])
  return seconds
}

/** How long bets are still taken: a number, and a bar that runs out with it. */
export function Countdown({ endsAt, serverMs }: { endsAt: number; serverMs: () => number }): ReactNode {
  const seconds = useSeconds(endsAt, serverMs)
  const bar = useRef<HTMLElement>(null)
  // It is on its way to where it stands a second later, so that it runs evenly.
  useLayoutEffect(() => {
    bar.current?.style.setProperty('transform', `scaleX(${Math.max(0, seconds - 1) / wholeSeconds})`)
  }, [seconds])
  return (
    <>
      <p className={styles.next}>
        <Trans>
          Next Round In <b>{seconds}s</b>
        </Trans>
      </p>
      <div className={styles.count}>
        <p>{t`Waiting for next round`}</p>
        <div
          className={styles.track}
          role="progressbar"
          aria-label={t`Waiting for next round`}
          aria-valuemin={0}
          aria-valuemax={wholeSeconds}
          aria-valuenow={seconds}
        >
          <i ref={bar} />
        </div>
      </div>
    </>
  )
}
