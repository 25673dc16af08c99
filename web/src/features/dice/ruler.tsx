import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { t } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useCallback, useRef } from 'react'
import type { AnimatedNumber } from '../../entities/game/animated-number.ts'
import { clampRollOver } from './dice-bet.ts'
import styles from './ruler.module.css'

const marks = [0, 25, 50, 75, 100]
const dragStepHundredths = 50
const keySteps: Partial<Record<string, number>> = {
  ArrowRight: 50,
  ArrowUp: 50,
  ArrowLeft: -50,
  ArrowDown: -50,
  PageUp: 1_000,
  PageDown: -1_000,
}

interface RulerProps {
  rollOverHundredths: number
  onRollOver: (hundredths: number) => void
  locked: boolean
  /** The roll on its way; its flag has no colour. */
  moving: AnimatedNumber | null
  decided: { roll: number; result: 'win' | 'loss' | 'other' } | null
}

function useDrag({ onRollOver, locked }: RulerProps): {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: () => void
} {
  const dragging = useRef(false)
  const follow = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width === 0) return
    const hundredths = ((event.clientX - left) / width) * 10_000
    onRollOver(clampRollOver(Math.round(hundredths / dragStepHundredths) * dragStepHundredths))
  }
  return {
    onPointerDown: (event) => {
      if (locked || event.button !== 0) return
      dragging.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
      follow(event)
    },
    onPointerMove: (event) => {
      if (dragging.current && !locked) follow(event)
    },
    onPointerUp: () => {
      dragging.current = false
    },
  }
}

/** How far the flag and its point stay from the ends of the scale, so that neither leaves the page. */
const edgePx = { flag: 32, point: 12 }

/** How near its middle comes to an end: so that it stays on the screen of a phone, whose gutter is 16 px. */
const thumbEdgePx = 10

/** Puts a carrier where its number stands on the scale. */
function moveTo(percent: number, fromEndPx: number, carrier: HTMLElement): void {
  carrier.style.transform = `translateX(clamp(${fromEndPx}px, ${percent}%, calc(100% - ${fromEndPx}px)))`
}

/** The flag of a roll, decided or on its way. */
function Flag({ of, result }: { of: AnimatedNumber | number; result: 'win' | 'loss' | 'other' | null }): ReactNode {
  const draw = useCallback(
    (scale: HTMLElement | null) => {
      if (!scale) return undefined
      const [flag, point] = [...scale.children].filter((child) => child instanceof HTMLElement)
      const drawAt = (at: number): void => {
        if (!flag || !point) return
        moveTo(at, edgePx.flag, flag)
        moveTo(at, edgePx.point, point)
        if (flag.firstChild) flag.firstChild.textContent = at.toFixed(2)
      }
      if (typeof of !== 'number') return of.subscribe(drawAt)
      drawAt(of)
      return undefined
    },
    [of],
  )
  return (
    <div
      className={classNames(styles.onScale, result && result !== 'other' && styles[result])}
      aria-hidden="true"
      ref={draw}
    >
      <div className={styles.carrier}>
        <div className={styles.flag} />
      </div>
      <div className={styles.carrier}>
        <div className={styles.point} />
      </div>
    </div>
  )
}

/** The scale from 0 to 100: the part that loses is hatched, the part that wins is plain; the thumb moves the border between. */
export function Ruler(props: RulerProps): ReactNode {
  const { rollOverHundredths, onRollOver, locked, moving, decided } = props
  const { onPointerDown, onPointerMove, onPointerUp } = useDrag(props)
  const percent = `${rollOverHundredths / 100}%`
  const text = (rollOverHundredths / 100).toFixed(2)
  const onKey = (event: KeyboardEvent): void => {
    const step = keySteps[event.key]
    const target =
      event.key === 'Home' ? 0 : event.key === 'End' ? 10_000 : step === undefined ? null : rollOverHundredths + step
    if (target === null || locked) return
    event.preventDefault()
    onRollOver(clampRollOver(target))
  }
  return (
    <>
      <div
        className={classNames(styles.ruler, locked && styles.locked)}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
      >
        {moving && <Flag of={moving} result={null} />}
        {!moving && decided && <Flag of={decided.roll} result={decided.result} />}
        <div className={styles.zones}>
          <div className={styles.lose} style={{ width: percent }} />
          <div className={styles.gain} />
        </div>
        <div
          className={styles.thumb}
          style={{ left: `clamp(${thumbEdgePx}px, ${percent}, calc(100% - ${thumbEdgePx}px))` }}
          role="slider"
          tabIndex={0}
          aria-label={t`Roll over`}
          aria-valuemin={0}
          aria-valuemax={99.99}
          aria-valuenow={rollOverHundredths / 100}
          aria-valuetext={text}
          aria-disabled={locked}
          onKeyDown={onKey}
        />
        <div className={styles.scale} aria-hidden="true">
          {marks.map((mark) => (
            <span key={mark}>{mark}</span>
          ))}
        </div>
      </div>
      <p className={classNames(textClass('small'), styles.zoneKey)}>
        <span className={textClass('loss')}>
          <Icon of={X} size="s" /> {t`Lose below ${text}`}
        </span>
        <span className={textClass('win')}>
          {t`Win from ${text}`} <Icon of={Check} size="s" />
        </span>
      </p>
    </>
  )
}
