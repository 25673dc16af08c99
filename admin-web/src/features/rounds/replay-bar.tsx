import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { ReactNode } from 'react'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import styles from './rounds.module.css'
import type { Screening } from './screening.ts'
import { useDrawn, usePlaying } from './screening.ts'

const speeds = [
  { value: '1', label: '1x' },
  { value: '4', label: '4x' },
] as const
/** What an arrow key moves. */
const stepMs = 100

const secondsText = (ms: number): string => (ms / 1_000).toFixed(1)

/** Plays a replay from its recorded times, at these and at four times their speed; P plays and pauses, and any moment can be gone to. */
export function ReplayBar({ screening }: { screening: Screening }): ReactNode {
  const { isPlaying, speed } = usePlaying(screening)
  const toggle = (): void => (isPlaying ? screening.pause() : screening.play(performance.now()))
  useShortcuts((key) => {
    if (key === 'P') toggle()
    return key === 'P'
  })
  const end = secondsText(screening.endMs)
  // Whole steps, so that the slider reaches the end.
  const lastMs = Math.ceil(screening.endMs / stepMs) * stepMs
  const place = useDrawn<HTMLDivElement>(screening, (element, atMs) => {
    const [slider, moment] = [element.querySelector('input'), element.querySelector('output')]
    const seconds = secondsText(atMs)
    if (!slider || !moment || moment.textContent === `${seconds} s`) return
    moment.textContent = `${seconds} s`
    slider.value = atMs >= screening.endMs ? slider.max : String(atMs)
    slider.setAttribute('aria-valuetext', `${seconds} of ${end} seconds`)
  })
  return (
    <div ref={place} className={styles.replay} role="group" aria-label="Replay">
      <Button icon={isPlaying ? Pause : Play} onClick={toggle}>
        {isPlaying ? 'Pause' : 'Replay'}
      </Button>
      <input
        type="range"
        min={0}
        max={lastMs}
        step={stepMs}
        defaultValue={lastMs}
        aria-label="Moment of the replay"
        onInput={(event) => screening.go(Number(event.currentTarget.value))}
      />
      <output aria-live="off" />
      <Segmented
        label="Speed"
        options={speeds}
        value={speed === 4 ? '4' : '1'}
        onChange={(value) => screening.setSpeed(Number(value), performance.now())}
      />
    </div>
  )
}
