import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { RunStateTag } from '@kismet/ui/feedback/run-tag.tsx'
import { formatNet, formatRupees, parseRupees } from '@kismet/ui/format/money.ts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Columns } from '@kismet/ui/layout/layout.tsx'
import { msg, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { useIsShort } from '../balance/deposit-way.tsx'
import { useDraft } from '../session/drafts.ts'
import { ActionOrDeposit } from './action-or-deposit.tsx'
import type { AutoSettings } from './auto-run.ts'
import { betsOf, defaultAutoBets, mostAutoBets, percentOf, stakeChange } from './auto-run.ts'
import type { InstantGame } from './games-api.ts'
import { RunButton } from './run-button.tsx'
import type { StakeLimits } from './stake.ts'
import type { AutoRun, AutoState } from './use-auto-run.ts'
import styles from './game.module.css'

const Texts = z.object({
  bets: z.string(),
  afterWin: z.string(),
  afterLoss: z.string(),
  stopProfit: z.string(),
  stopLoss: z.string(),
})
type Texts = z.output<typeof Texts>
const atFirst: Texts = { bets: String(defaultAutoBets), afterWin: '', afterLoss: '', stopProfit: '', stopLoss: '' }

const percents = [
  { label: msg`After a win %`, name: 'afterWin' },
  { label: msg`After a loss %`, name: 'afterLoss' },
] as const
const limits = [
  { label: msg`Stop on profit ₹`, name: 'stopProfit' },
  { label: msg`Stop on loss ₹`, name: 'stopLoss' },
] as const

/** An empty limit or a limit of 0 means no limit. Undefined: the text is no amount, and the run must not start without the intended limit. */
function limitOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const amountPaise = parseRupees(text) ?? undefined
  return amountPaise === 0 ? null : amountPaise
}

/** The settings in the fields, or null while a field is invalid. */
function settingsOf(texts: Texts): AutoSettings | null {
  const bets = betsOf(texts.bets)
  const [afterWinPercent, afterLossPercent] = [percentOf(texts.afterWin), percentOf(texts.afterLoss)]
  const [stopProfitPaise, stopLossPaise] = [limitOf(texts.stopProfit), limitOf(texts.stopLoss)]
  if (bets === null || afterWinPercent === undefined || afterLossPercent === undefined) return null
  if (stopProfitPaise === undefined || stopLossPaise === undefined) return null
  return { bets, afterWinPercent, afterLossPercent, stopProfitPaise, stopLossPaise }
}

function AutoStatus({ state }: { state: AutoState }): ReactNode {
  const { running, betsDone, bets } = state
  const reason = state.reason?.() ?? null
  const [net, stake] = [formatNet(state.netPaise), formatRupees(state.stakePaise)]
  return (
    <div className={styles.run} role="status">
      <RunStateTag status={running ? 'running' : betsDone >= bets ? 'done' : 'stopped'} />
      <span className={textClass('muted')}>
        {reason === null
          ? t`${betsDone} of ${bets} · ${net} · stake ${stake}`
          : t`${betsDone} of ${bets} · ${net} · ${reason}`}
      </span>
    </div>
  )
}

function Fields({
  texts,
  locked,
  onChange,
}: {
  texts: Texts
  locked: boolean
  onChange: (changes: Partial<Texts>) => void
}): ReactNode {
  const field = { autoComplete: 'off', locked } as const
  return (
    <>
      <Columns least={5} gap={2} className={styles.autoFields}>
        <TextField
          {...field}
          label={t`Number of bets`}
          inputMode="numeric"
          value={texts.bets}
          error={betsOf(texts.bets) === null ? t`Enter a whole number from 1 to ${mostAutoBets}` : undefined}
          onChange={(event) => onChange({ bets: event.target.value })}
        />
        {limits.map(({ label, name }) => (
          <TextField
            {...field}
            key={name}
            label={t(label)}
            inputMode="decimal"
            placeholder={t`No limit`}
            value={texts[name]}
            error={limitOf(texts[name]) === undefined ? t`Enter an amount or leave it empty` : undefined}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </Columns>
      <fieldset>
        <legend
          className={textClass('sr')}
        >{t`Change of the stake: 100 doubles it, −50 halves it, empty goes back to the first stake.`}</legend>
        <Columns least={5} gap={2} className={styles.autoFields}>
          {percents.map(({ label, name }) => (
            <TextField
              {...field}
              key={name}
              label={t(label)}
              placeholder={t`First stake`}
              value={texts[name]}
              error={
                percentOf(texts[name]) === undefined
                  ? t`A whole number from −${-stakeChange.minPercent} to ${stakeChange.maxPercent}, or empty`
                  : undefined
              }
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          ))}
          <p className={styles.explained} aria-hidden="true">
            {t`100 doubles the stake, −50 halves it.`}
          </p>
        </Columns>
      </fieldset>
    </>
  )
}

/** The settings of a run and its one button: Start, then Stop. `children` stand where the state of a run will. */
export function AutoPanel({
  game,
  limits: { minPaise },
  auto: { state, start, stop },
  busy,
  canStart,
  children,
}: {
  game: InstantGame
  limits: StakeLimits
  auto: AutoRun
  /** Another bet is on, and a run begins after it. */
  busy: boolean
  canStart: boolean
  children: ReactNode
}): ReactNode {
  const [texts, keep] = useDraft(`auto:${game}`, Texts, atFirst)
  const running = state?.running ?? false
  const settings = settingsOf(texts)
  const isBroke = useIsShort(minPaise) && !running && !busy
  return (
    <>
      <Fields texts={texts} locked={running} onChange={(changes) => keep((before) => ({ ...before, ...changes }))} />
      {state ? <AutoStatus state={state} /> : children}
      <ActionOrDeposit isBroke={isBroke}>
        {(isSteady) => (
          <RunButton
            running={running}
            starting={busy}
            stopping={state?.reason !== null}
            canStart={canStart && isSteady && settings !== null}
            onStart={() => settings && start(settings)}
            onStop={stop}
          />
        )}
      </ActionOrDeposit>
    </>
  )
}
