import { paise } from '@kismet/contracts'
import { diceWinPaise } from '@kismet/fairness'
import { TabPanel, Tabs } from '@kismet/ui/controls/choice.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { AutoPanel } from '../entities/game/auto-panel.tsx'
import { BetButton, BetForm } from '../entities/game/bet-form.tsx'
import { useDraft } from '../entities/session/drafts.ts'
import type { AnimatedNumber } from '../entities/game/animated-number.ts'
import { useAnimatedNumber } from '../entities/game/animated-number.ts'
import { GamePage } from '../entities/game/game-page.tsx'
import { OwnPlays } from '../entities/game/own-plays.tsx'
import { stakeLimitsOf } from '../entities/game/stake.ts'
import type { InstantGameState } from '../entities/game/use-instant-game.ts'
import { useInstantGame } from '../entities/game/use-instant-game.ts'
import { clampRollOver, defaultRollOverHundredths } from '../features/dice/dice-bet.ts'
import { OddsFields } from '../features/dice/odds-fields.tsx'
import { RecentRolls } from '../features/dice/recent-rolls.tsx'
import { RollResult } from '../features/dice/roll-result.tsx'
import { Ruler } from '../features/dice/ruler.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { formatNet } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import type { Stake } from '../entities/game/stake.ts'

/** What a win adds to the balance, for an amount that can be bet. `winPaise`: what a win pays for a stake. */
function NetGain({
  stake: { problem, nearestPaise },
  winPaise,
}: {
  stake: Pick<Stake, 'problem' | 'nearestPaise'>
  winPaise: (stakePaise: number) => number
}): ReactNode {
  if (problem !== null) return null
  const netGainPaise = winPaise(nearestPaise) - nearestPaise
  return (
    <Row as="p" spread gap={3} className={textClass('small')}>
      <span className={textClass('muted')}>{t`Net gain on win`}</span>
      <b className={textClass('bold', netGainPaise > 0 && 'win')}>{formatNet(netGainPaise)}</b>
    </Row>
  )
}

type Mode = 'manual' | 'auto'
const modes = () =>
  [
    { value: 'manual', label: t`Manual` },
    { value: 'auto', label: t`Auto` },
  ] as const
type DiceState = InstantGameState<'dice'>

/** What the player has set, besides the stake. */
const Controls = z.object({ mode: z.enum(['manual', 'auto']), rollOverHundredths: z.number().transform(clampRollOver) })
const atFirst: z.output<typeof Controls> = { mode: 'manual', rollOverHundredths: defaultRollOverHundredths }

const stakeLimits = stakeLimitsOf('dice')
const showMs = { byHand: 1_200, inRun: 500 }

function useDice(rollOverHundredths: number, shownRoll: AnimatedNumber): DiceState {
  return useInstantGame({
    game: 'dice',
    stakeLimits,
    failed: () => t`Error playing Dice`,
    plainOf: (stakePaise) => ({ betAmount: paise(stakePaise), rollOver: rollOverHundredths / 100 }),
    topWinPaise: (stakePaise) => diceWinPaise({ stakePaise, rollOverHundredths }),
    rowOf: ({ rollOver, roll, result }) => ({ rollOver, roll, result }),
    show: ({ roll }, durationMs) => shownRoll.to(roll, durationMs),
    showMs,
  })
}

interface StageProps {
  dice: DiceState
  shownRoll: AnimatedNumber
  mode: Mode
  rollOverHundredths: number
  onRollOver: (hundredths: number) => void
}

function Stage({ dice, shownRoll, mode, rollOverHundredths, onRollOver }: StageProps): ReactNode {
  const { phase, decided, locked, fieldChanged, checkedPaise } = dice
  const moving = phase === 'showing' ? shownRoll : null
  return (
    <>
      <RollResult
        moving={moving}
        decided={decided}
        rollOverHundredths={rollOverHundredths}
        checkedPaise={checkedPaise}
      />
      <Ruler
        rollOverHundredths={rollOverHundredths}
        onRollOver={onRollOver}
        locked={locked}
        moving={moving}
        decided={decided}
      />
      <OddsFields
        rollOverHundredths={rollOverHundredths}
        onRollOver={onRollOver}
        onFitted={fieldChanged}
        locked={locked}
      />
      <RecentRolls belowFold={mode === 'auto'} />
    </>
  )
}

function BetPanel({ dice, mode, rollOverHundredths }: Pick<StageProps, 'dice' | 'mode' | 'rollOverHundredths'>) {
  const { stake, phase, auto, canBet } = dice
  const netGain = <NetGain stake={stake} winPaise={(stakePaise) => diceWinPaise({ stakePaise, rollOverHundredths })} />
  return (
    <BetForm
      game={dice}
      label={t({ message: 'Amount', context: 'stake' })}
      limits={stakeLimits}
      byHand={mode === 'manual'}
    >
      {mode === 'manual' ? (
        <>
          {netGain}
          <BetButton limits={stakeLimits} phase={phase} canBet={canBet}>
            {t`Roll`}
          </BetButton>
        </>
      ) : (
        <AutoPanel game="dice" limits={stakeLimits} auto={auto} busy={phase !== 'idle'} canStart={canBet}>
          {netGain}
        </AutoPanel>
      )}
    </BetForm>
  )
}

/** Dice (spec 2.6): roll over a number, by hand or one bet after the other. */
export function DiceGame(): ReactNode {
  const [{ mode, rollOverHundredths }, keep] = useDraft('dice', Controls, atFirst)
  const setRollOver = (hundredths: number): void =>
    keep((before) => ({ ...before, rollOverHundredths: clampRollOver(hundredths) }))
  const shownRoll = useAnimatedNumber(0)
  const dice = useDice(rollOverHundredths, shownRoll)
  const odds = { dice, mode, rollOverHundredths }
  return (
    <GamePage
      name="dice"
      seals={dice.seals}
      marks={
        <Tabs
          of="dice-mode"
          variant="tag"
          label={t`Mode`}
          options={modes()}
          value={mode}
          disabled={dice.locked}
          onChange={(chosen) => keep((before) => ({ ...before, mode: chosen }))}
        />
      }
      stageLabel={t`Roll`}
      stage={<Stage {...odds} shownRoll={shownRoll} onRollOver={setRollOver} />}
      side={
        <>
          <TabPanel of="dice-mode" value={mode}>
            <BetPanel {...odds} />
          </TabPanel>
          <OwnPlays game="dice" />
        </>
      }
    />
  )
}
