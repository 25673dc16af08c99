import { Button } from '@kismet/ui/controls/button.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { StatusTag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet, parseRupees } from '@kismet/ui/format/money.ts'
import { msg, t } from '@lingui/core/macro'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { useKeptForm } from '../session/kept-form.ts'
import type { AutoSettings } from './auto-run.ts'
import { betsOf, defaultAutoBets, mostAutoBets } from './auto-run.ts'
import type { InstantGame } from './instant-games.ts'
import type { AutoRun, AutoState } from './use-auto-run.ts'
import styles from './game.module.css'

const Texts = z.object({ bets: z.string(), stopProfit: z.string(), stopLoss: z.string() })
const atFirst: z.output<typeof Texts> = { bets: String(defaultAutoBets), stopProfit: '', stopLoss: '' }

const limits = [
  { label: msg`Stop on profit ₹`, name: 'stopProfit' },
  { label: msg`Stop on loss ₹`, name: 'stopLoss' },
] as const

/** An empty limit is none; so is one of nothing. Undefined: what stands there is no amount, and no run may go without the limit that was meant. */
function limitOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const amountPaise = parseRupees(text) ?? undefined
  return amountPaise === 0 ? null : amountPaise
}

function AutoStatus({ state }: { state: AutoState }): ReactNode {
  const { running, betsDone, bets } = state
  const reason = state.reason?.() ?? null
  const net = formatNet(state.netPaise)
  return (
    <div className="spread small" role="status">
      <StatusTag status={running ? 'running' : 'stopped'} />
      <span className="muted">
        {reason === null ? t`${betsDone} of ${bets} · ${net}` : t`${betsDone} of ${bets} · ${net} · ${reason}`}
      </span>
    </div>
  )
}

/** The settings of a run and its one button: Start, then Stop. `children` stand where the state of a run will. */
export function AutoPanel({
  game,
  auto: { state, start, stop },
  canStart,
  children,
}: {
  game: InstantGame
  auto: AutoRun
  canStart: boolean
  children: ReactNode
}): ReactNode {
  const [texts, keep] = useKeptForm(`auto:${game}`, Texts, atFirst)
  const change = (changes: Partial<z.output<typeof Texts>>): void => keep((before) => ({ ...before, ...changes }))
  const running = state?.running ?? false
  const bets = betsOf(texts.bets)
  const [stopProfitPaise, stopLossPaise] = [limitOf(texts.stopProfit), limitOf(texts.stopLoss)]
  const settings: AutoSettings | null =
    bets === null || stopProfitPaise === undefined || stopLossPaise === undefined
      ? null
      : { bets, stopProfitPaise, stopLossPaise }
  return (
    <>
      <div className={styles.autoFields}>
        <TextField
          label={t`Number of bets`}
          inputMode="numeric"
          autoComplete="off"
          value={texts.bets}
          locked={running}
          error={bets === null ? t`Enter a whole number from 1 to ${mostAutoBets}` : undefined}
          onChange={(event) => change({ bets: event.target.value })}
        />
        {limits.map(({ label, name }) => (
          <TextField
            key={name}
            label={t(label)}
            inputMode="decimal"
            autoComplete="off"
            placeholder={t`No limit`}
            value={texts[name]}
            locked={running}
            error={limitOf(texts[name]) === undefined ? t`Enter an amount, or nothing` : undefined}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        ))}
      </div>
      {state ? <AutoStatus state={state} /> : children}
      {running ? (
        <Button kind="danger" big icon={Square} onClick={stop}>
          {t`Stop`}
        </Button>
      ) : (
        <Button
          kind="primary"
          big
          icon={Play}
          disabled={!canStart || settings === null}
          onClick={() => settings && start(settings)}
        >
          {t`Start Auto`}
        </Button>
      )}
    </>
  )
}
