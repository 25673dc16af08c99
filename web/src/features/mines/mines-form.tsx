import { limits, paise } from '@kismet/contracts'
import { minesPayoutPaise } from '@kismet/fairness'
import { Button } from '@kismet/ui/controls/button.tsx'
import { formatRupees, rupeesText } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Columns } from '@kismet/ui/layout/layout.tsx'
import { msg, t } from '@lingui/core/macro'
import Hourglass from 'lucide-react/icons/hourglass'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ComponentProps, ReactNode, SubmitEvent } from 'react'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { codeText } from '../../core/error-text.ts'
import type { Said } from '../../core/said.ts'
import { useAppSelector } from '../../core/store.ts'
import { ignoreHeldEnter } from '../../entities/game/bet-form.tsx'
import { Hotkeys } from '../../entities/game/hotkeys.tsx'
import type { Stake } from '../../entities/game/stake.ts'
import { stakeOf } from '../../entities/game/stake.ts'
import { StakeField, stakeKeys } from '../../entities/game/stake-field.tsx'
import { usePressGuard } from '../../entities/game/use-press-guard.ts'
import { useSteady } from '../../entities/game/use-steady.ts'
import { selectBalancePaise } from '../../entities/session/balance-slice.ts'
import { useKeptForm } from '../../entities/session/kept-form.ts'
import { MinesCount } from './mines-count.tsx'
import type { MinesState } from './mines-state.ts'
import { isBusy, isOn } from './mines-state.ts'
import type { MinesTable } from './mines-table.ts'
import styles from './mines.module.css'
import gameStyles from '../../entities/game/game.module.css'

const stakeLimits = {
  minPaise: limits.mines.minRupees * 100,
  maxPaise: limits.mines.maxRupees * 100,
  noAmount: msg`Invalid bet. Please enter a valid bet amount within your balance.`,
}
/** How long the cleared board is shown before the same bet starts again (spec 4.3). */
const playAgainAfterMs = 100

const Setup = z.object({ text: z.string(), minesCount: z.int().min(1).max(limits.mines.countMax) })
const setupAtFirst: z.output<typeof Setup> = { text: rupeesText(10_000), minesCount: 3 }

/** The player's settings of the next game, and why the game could not start. */
export interface MinesSetup {
  readonly stake: Stake
  readonly minesCount: number
  readonly setMinesCount: (minesCount: number) => void
  readonly fieldChanged: () => void
  readonly problem: string | null
  /** Begins a game, or says why not. */
  readonly start: () => void
}

/** Why no game of this stake begins, or null. */
function problemOf(stakePaise: number, minesCount: number, balancePaise: number): Said | null {
  if (stakePaise > balancePaise) return () => t`Invalid bet. Please enter a valid bet amount within your balance.`
  if (minesPayoutPaise({ stakePaise, minesCount, opened: 1 }) <= limits.maxWinPaise) return null
  return () => codeText({ code: 'max_win_exceeded', params: { max: limits.maxWinPaise / 100 } })
}

/** Stake and number of mines. A game in progress sets both, even if another tab has started it, so that "play again" repeats that game. */
export function useMinesSetup(table: MinesTable, { board }: MinesState): MinesSetup {
  const [{ text, minesCount }, keep] = useKeptForm('mines', Setup, setupAtFirst)
  const on = board?.game.isActive ? board.game : null
  const onId = on?.id
  const follow = useEffectEvent(() => {
    if (on) keep(() => ({ text: rupeesText(on.bet), minesCount: on.minesCount }))
  })
  useLayoutEffect(() => follow(), [onId])
  const balancePaise = useAppSelector(selectBalancePaise)
  const stake = stakeOf(stakeLimits, balancePaise, [text, (typed) => keep((before) => ({ ...before, text: typed }))])
  const guard = usePressGuard()
  const [problem, setProblem] = useState<{ why: Said; about: string } | null>(null)
  const about = JSON.stringify([text, minesCount])
  return {
    stake: {
      ...stake,
      settle: () => {
        const hasChanged = stake.settle()
        if (hasChanged) guard.changed()
        return hasChanged
      },
    },
    minesCount,
    setMinesCount: (count) => keep((before) => ({ ...before, minesCount: count })),
    fieldChanged: guard.changed,
    problem: stake.problem ?? (problem?.about === about ? problem.why() : null),
    start: () => {
      const { stakePaise } = stake
      if (stakePaise === null) return
      const wrong = guard.hasChanged()
        ? () => t`The amount was changed to fit the limits. Press again to bet.`
        : problemOf(stakePaise, minesCount, balancePaise)
      setProblem(wrong && { why: wrong, about })
      if (wrong === null) void table.start({ bet: paise(stakePaise), minesCount })
    },
  }
}

interface FormProps {
  readonly table: MinesTable
  readonly state: MinesState
  readonly setup: MinesSetup
  /** Whether the commitment of the next game is shown. A game cannot start without it. */
  readonly isSealed: boolean
}

interface ActionProps {
  readonly table: MinesTable
  readonly state: MinesState
  readonly canStart: boolean
  readonly onAgain: () => void
}

type Face = Pick<
  ComponentProps<typeof Button>,
  'kind' | 'type' | 'two' | 'icon' | 'busy' | 'off' | 'onClick' | 'children'
>

function faceOf({ table, state, canStart, onAgain }: ActionProps): Face {
  const { board, starting, cashingOut, known } = state
  if (board === null) {
    const off = !canStart && !starting
    const children = <strong className={styles.start}>{t`Start Game`}</strong>
    return { kind: 'primary', type: 'submit', busy: starting || known === 'asking', off, children }
  }
  const { isActive, multiplier, potentialPayout, revealedTiles } = board.game
  if (!isActive) return { kind: 'primary', icon: RotateCcw, off: !canStart, onClick: onAgain, children: t`Play Again` }
  const times = formatMultiplier(multiplier)
  const off = revealedTiles.length === 0
  const children = (
    <>
      <small>{off ? t`Cashout · open a tile first` : t`Cashout · ${times}`}</small>
      <strong>{formatRupees(potentialPayout)}</strong>
    </>
  )
  return { kind: 'cash', two: true, busy: cashingOut, off, onClick: () => void table.cashOut(), children }
}

/** One button: it starts, cashes out and plays again. It is the same one in all its states, or the focus would go with it. */
function Actions({ isSteady, ...props }: ActionProps & { isSteady: boolean }): ReactNode {
  const main = useRef<HTMLButtonElement>(null)
  const { table, state } = props
  const startAnew = (): void => {
    table.clear()
    main.current?.focus()
  }
  return (
    <Columns least={8} gap={3} className={styles.actions}>
      <Button big ref={main} {...faceOf(props)} />
      {state.board?.game.isActive === false && (
        <Button big off={!isSteady} onClick={startAnew}>
          {t`New Game`}
        </Button>
      )}
    </Columns>
  )
}

/** The bet panel: what can be done now, the stake and the mines, which stay as they are while a game is on. */
export function MinesForm({ table, state, setup, isSealed }: FormProps): ReactNode {
  const isSteady = useSteady(isOn(state) ? 'on' : state.board ? 'over' : 'none')
  const isFree = isSteady && isSealed && !isBusy(state)
  const canStart = isFree && state.known === 'yes' && setup.stake.problem === null
  const locked = isBusy(state) || isOn(state) || state.known !== 'yes'
  const playAgain = (): void => {
    table.clear()
    setTimeout(setup.start, playAgainAfterMs)
  }
  const act = (): void => {
    if (isOn(state)) void table.cashOut()
    else if (!isFree) return
    else if (state.board) playAgain()
    else setup.start()
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isOn(state)) act()
  }
  return (
    <form className={gameStyles.bet} noValidate onSubmit={submit} onKeyDown={ignoreHeldEnter}>
      <Actions table={table} state={state} canStart={canStart} onAgain={playAgain} isSteady={isSteady} />
      {state.missing > 0 && (
        <p className={gameStyles.why} role="status">
          <Icon of={Hourglass} />
          {t`Checking with the server. Your tap counts once, and the result appears here.`}
        </p>
      )}
      <StakeField
        stake={setup.stake}
        limits={stakeLimits}
        label={t`Bet Amount`}
        locked={locked}
        problem={setup.problem}
      />
      <MinesCount
        count={setup.minesCount}
        locked={locked}
        onChange={setup.setMinesCount}
        onFitted={setup.fieldChanged}
      />
      <Hotkeys actions={{ Space: act, ...stakeKeys(setup.stake.quick, locked) }}>
        {t`Hotkeys: Space starts and cashes out, H half, D double, M Max`}
      </Hotkeys>
    </form>
  )
}
