import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { LazyText } from '../../core/lazy-text.ts'
import { useDraft } from '../session/drafts.ts'
import type { AutoProgress, AutoSettings } from './auto-run.ts'
import { autoStopReason, nextStakePaise } from './auto-run.ts'
import type { InstantGame } from './games-api.ts'

/** The stored progress of a run. A player who leaves or reloads the page sees it on return. `isBetOut`: a bet has no answer yet. */
const KeptRun = z
  .object({
    bets: z.int(),
    betsDone: z.int(),
    netPaise: z.int(),
    stakePaise: z.int(),
    isBetOut: z.boolean().default(false),
  })
  .nullable()
type KeptRun = NonNullable<z.output<typeof KeptRun>>

/** The progress of a run of `bets` bets, with its newest stake. `reason` says why it ended, or will end if still `running`. */
export interface AutoState extends AutoProgress {
  bets: number
  stakePaise: number
  running: boolean
  reason: LazyText | null
}

/** The result of one bet of a run. `stop`: why the run cannot continue. Null: the player has left the page or logged out. */
export type AutoStep = { netPaise: number; hasWon: boolean; stop?: LazyText } | { stop: LazyText } | null

/** A run. `state` is null before the first run. */
export interface AutoRun {
  state: AutoState | null
  start: (settings: AutoSettings) => void
  stop: () => void
  /** Counts the bet that was out when the run was cut off. @param netPaise null if the bet was not placed */
  ended: (netPaise: number | null) => void
}

/** What a run needs of its game. */
export interface AutoRules {
  readonly game: InstantGame
  /** Whether a run can begin. False while another bet is on. */
  readonly canStart: boolean
  readonly firstPaise: number
  /** Plays one bet. */
  readonly step: (stakePaise: number) => Promise<AutoStep>
  /** Why no bet is possible now, such as maintenance, or null. */
  readonly closed: () => LazyText | null
}

const leftPage = (): string => t`Stopped because you left this page`

/** Plays one bet after the other, until a limit, the player or leaving the page ends the run. */
export function useAutoRun(rules: AutoRules): AutoRun {
  const [kept, keep] = useDraft(`run:${rules.game}`, KeptRun, null)
  const [state, setState] = useState<AutoState | null>(null)
  const isOn = useRef(false)
  const wish = useRef<LazyText | null>(null)
  const newest = useRef(rules)
  useEffect(() => {
    newest.current = rules
  })
  useEffect(
    () => () => {
      wish.current ??= leftPage
    },
    [],
  )

  const run = async (settings: AutoSettings, firstPaise: number): Promise<void> => {
    let at: KeptRun = { bets: settings.bets, betsDone: 0, netPaise: 0, stakePaise: firstPaise, isBetOut: true }
    for (let stakePaise = firstPaise; ;) {
      at = { ...at, stakePaise, isBetOut: true }
      const shown = at
      keep(() => shown)
      setState({ ...shown, running: true, reason: null })
      const result = await newest.current.step(stakePaise)
      if (result === null) return
      let reason = result.stop ?? null
      if ('netPaise' in result) {
        at = { ...at, betsDone: at.betsDone + 1, netPaise: at.netPaise + result.netPaise }
        stakePaise = nextStakePaise(settings, { firstPaise, stakePaise }, result.hasWon)
        reason = autoStopReason(settings, at) ?? reason
      }
      reason ??= newest.current.closed() ?? wish.current
      if (reason === null) continue
      const ended = { ...at, isBetOut: false }
      keep(() => (reason === leftPage ? ended : null))
      setState({ ...ended, running: false, reason })
      return
    }
  }
  return {
    state: state ?? (kept && { ...kept, running: false, reason: leftPage }),
    start: (settings) => {
      if (isOn.current || !rules.canStart) return
      isOn.current = true
      wish.current = null
      void run(settings, rules.firstPaise).finally(() => {
        isOn.current = false
      })
    },
    ended: (netPaise) =>
      keep((before) => {
        if (!before?.isBetOut) return before
        const counted = netPaise === null ? {} : { betsDone: before.betsDone + 1, netPaise: before.netPaise + netPaise }
        return { ...before, ...counted, isBetOut: false }
      }),
    stop: () => {
      wish.current ??= () => t`Stopped by you`
      setState((now) => (now?.running ? { ...now, reason: () => t`Stops after this bet` } : now))
    },
  }
}
