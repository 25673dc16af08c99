import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import type { Said } from '../../core/said.ts'
import type { AutoProgress, AutoSettings } from './auto-run.ts'
import { autoStopReason } from './auto-run.ts'

/** Where the run stands, of how many `bets`; `reason` says why it has ended. */
export interface AutoState extends AutoProgress {
  bets: number
  running: boolean
  reason: Said | null
}

/** What one bet of a run came to: its net result in paise, or why the run cannot go on. */
export type AutoStep = { netPaise: number } | { stop: Said }

/** A run: none yet, under way or ended. */
export interface AutoRun {
  state: AutoState | null
  start: (settings: AutoSettings) => void
  stop: () => void
}

/** Plays one bet after the other until a reason ends it, the player does, or the page is left. */
export function useAutoRun(step: () => Promise<AutoStep>): AutoRun {
  const [state, setState] = useState<AutoState | null>(null)
  const wanted = useRef(false)
  const latestStep = useRef(step)
  useEffect(() => {
    latestStep.current = step
  })
  useEffect(
    () => () => {
      wanted.current = false
    },
    [],
  )

  const run = async (settings: AutoSettings): Promise<void> => {
    let progress: AutoProgress = { betsDone: 0, netPaise: 0 }
    const { bets } = settings
    let reason: Said | null = null
    while (reason === null) {
      setState({ ...progress, bets, running: true, reason: null })
      const result = await latestStep.current()
      if ('stop' in result) reason = result.stop
      else progress = { betsDone: progress.betsDone + 1, netPaise: progress.netPaise + result.netPaise }
      reason ??= autoStopReason(settings, progress) ?? (wanted.current ? null : () => t`Stopped by you`)
    }
    wanted.current = false
    setState({ ...progress, bets, running: false, reason })
  }
  return {
    state,
    start: (settings) => {
      if (wanted.current) return
      wanted.current = true
      void run(settings)
    },
    stop: () => {
      wanted.current = false
    },
  }
}
