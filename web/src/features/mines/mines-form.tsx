import { limits, paise } from '@kismet/contracts'
import { minesPayoutPaise } from '@kismet/fairness'
import { Button } from '@kismet/ui/controls/button.tsx'
import { formatRupees, rupeesText } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { Columns } from '@kismet/ui/layout/layout.tsx'
import { msg, t } from '@lingui/core/macro'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ComponentProps, ReactNode } from 'react'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { z } from 'zod'
import { useAppSelector } from '../../core/store.ts'
import { useIsShort } from '../../entities/balance/deposit-way.tsx'
import { ActionOrDeposit } from '../../entities/game/action-or-deposit.tsx'
import { CheckingNote, GameForm } from '../../entities/game/bet-form.tsx'
import { Hotkeys } from '../../entities/game/hotkeys.tsx'
import { StakeField, stakeKeys } from '../../entities/game/stake-field.tsx'
import { stakeLimitsOf } from '../../entities/game/stake.ts'
import type { StakeForm } from '../../entities/game/use-stake.ts'
import { maxWinProblem, useStake } from '../../entities/game/use-stake.ts'
import { useSteady } from '../../entities/game/use-steady.ts'
import { selectBalancePaise } from '../../entities/session/balance-slice.ts'
import { useDraft } from '../../entities/session/drafts.ts'
import { MinesCount } from './mines-count.tsx'
import { isOn } from './mines-table.ts'
import type { Mines } from './use-mines.ts'
import styles from './mines.module.css'

const stakeLimits = {
  ...stakeLimitsOf('mines'),
  noAmount: msg`Invalid bet. Please enter a valid bet amount within your balance.`,
}
/** How long the cleared board is shown before the same bet starts again (spec 4.3). */
const playAgainAfterMs = 100

const Setup = z.object({ text: z.string(), minesCount: z.int().min(1).max(limits.mines.countMax) })
const setupAtFirst: z.output<typeof Setup> = { text: rupeesText(10_000), minesCount: 3 }

/** The player's settings of the next game, and why the game could not start. */
export interface MinesSetup extends Pick<StakeForm, 'stake' | 'problem' | 'isLimited' | 'fieldChanged'> {
  readonly minesCount: number
  readonly setMinesCount: (minesCount: number) => void
  /** Begins a game, or says why not. */
  readonly start: () => void
}

/** Stake and number of mines. A game in progress sets both, even if another tab has started it, so that "play again" repeats that game. */
export function useMinesSetup({ start, state: { board } }: Mines): MinesSetup {
  const [{ text, minesCount }, keep] = useDraft('mines', Setup, setupAtFirst)
  const on = board?.game.isActive ? board.game : null
  const onId = on?.id
  const follow = useEffectEvent(() => {
    if (on) keep(() => ({ text: rupeesText(on.bet), minesCount: on.minesCount }))
  })
  useLayoutEffect(() => follow(), [onId])
  const balancePaise = useAppSelector(selectBalancePaise)
  const setText = (typed: string): void => keep((before) => ({ ...before, text: typed }))
  const about = JSON.stringify([text, minesCount])
  const { stake, problem, isLimited, limited, fieldChanged, refuse } = useStake(stakeLimits, [text, setText], about)
  return {
    stake,
    problem,
    isLimited,
    fieldChanged,
    minesCount,
    setMinesCount: (count) => keep((before) => ({ ...before, minesCount: count })),
    start: () => {
      const { stakePaise } = stake
      if (stakePaise === null) return
      const wrong = refuse(() =>
        stakePaise > balancePaise
          ? () => t`Invalid bet. Please enter a valid bet amount within your balance.`
          : maxWinProblem(minesPayoutPaise({ stakePaise, minesCount, opened: 1 })),
      )
      if (wrong === null) void start({ bet: paise(stakePaise), minesCount }).then((why) => why && limited(why))
    },
  }
}

interface FormProps {
  readonly mines: Mines
  readonly setup: MinesSetup
  /** Whether the commitment of the next game is shown. A game cannot start without it. */
  readonly isSealed: boolean
}

interface ActionProps {
  readonly mines: Mines
  readonly canStart: boolean
  readonly onAgain: () => void
}

type Face = Pick<
  ComponentProps<typeof Button>,
  'kind' | 'type' | 'two' | 'icon' | 'busy' | 'off' | 'onClick' | 'children'
>

function faceOf({ mines: { state, cashOut }, canStart, onAgain }: ActionProps): Face {
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
  return { kind: 'cash', two: true, busy: cashingOut, off, onClick: () => void cashOut(), children }
}

/** One button: it starts, cashes out and plays again. It is the same one in all its states, or the focus would go with it. */
function Actions({ isSteady, ...props }: ActionProps & { isSteady: boolean }): ReactNode {
  const main = useRef<HTMLButtonElement>(null)
  const { state, clear } = props.mines
  const isBroke = useIsShort(stakeLimits.minPaise)
  const startAnew = (): void => {
    clear()
    main.current?.focus()
  }
  return (
    <Columns least={8} gap={3} className={styles.actions}>
      <ActionOrDeposit isBroke={isBroke && !state.starting && !isOn(state)}>
        {(isActionSteady) => (
          <Button big ref={main} {...faceOf({ ...props, canStart: props.canStart && isActionSteady })} />
        )}
      </ActionOrDeposit>
      {state.board?.game.isActive === false && (
        <Button big off={!isSteady} onClick={startAnew}>
          {t`New Game`}
        </Button>
      )}
    </Columns>
  )
}

/** The bet panel: what can be done now, the stake and the mines, which stay as they are while a game is on. */
export function MinesForm({ mines, setup, isSealed }: FormProps): ReactNode {
  const { state } = mines
  const isSteady = useSteady(isOn(state) ? 'on' : state.board ? 'over' : 'none')
  const isFree = isSteady && isSealed && !state.busy
  const canStart = isFree && state.known === 'yes' && setup.stake.problem === null
  const locked = state.busy || isOn(state) || state.known !== 'yes'
  const playAgain = (): void => {
    mines.clear()
    setTimeout(setup.start, playAgainAfterMs)
  }
  const act = (): void => {
    if (isOn(state)) void mines.cashOut()
    else if (!isFree) return
    else if (state.board) playAgain()
    else setup.start()
  }
  return (
    <GameForm
      onSubmit={() => {
        if (!isOn(state)) act()
      }}
    >
      <Actions mines={mines} canStart={canStart} onAgain={playAgain} isSteady={isSteady} />
      {state.isChecking && (
        <CheckingNote
          isNews
        >{t`Checking with the server. Your tap counts once, and the result appears here.`}</CheckingNote>
      )}
      <StakeField
        stake={setup.stake}
        limits={stakeLimits}
        label={t`Bet Amount`}
        locked={locked}
        problem={setup.problem}
        isLimited={setup.isLimited}
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
    </GameForm>
  )
}
