import { classNames } from '@kismet/ui/class-names.ts'
import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Tabs } from '@kismet/ui/controls/choice.tsx'
import { Tag } from '@kismet/ui/feedback/status-pill.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { FairDrawer } from '../../app/fair-play/fair-drawer.tsx'
import { FairControl, ProofStrip } from '../../app/fair-play/proof-strip.tsx'
import { BetForm, GameFrame } from '../../app/game/game-frame.tsx'
import { useGameChange } from '../../app/game/use-game-change.ts'
import { useRtpPercent } from '../../app/site/rtp.ts'
import { AutoPanel } from './auto-panel.tsx'
import { useGetDiceCommitmentQuery } from './dice-api.ts'
import { netGainOnWinPaise } from './dice-bet.ts'
import { OddsFields } from './odds-fields.tsx'
import { OwnPlays, RecentRolls } from './own-plays.tsx'
import { RollResult } from './roll-result.tsx'
import { Ruler } from './ruler.tsx'
import type { Dice } from './use-dice.ts'
import { useDice } from './use-dice.ts'
import styles from './dice.module.css'

const modes = [
  { value: 'manual', label: 'Manual' },
  { value: 'auto', label: 'Auto' },
] as const
type Mode = (typeof modes)[number]['value']

function Stage({ dice, mode }: { dice: Dice; mode: Mode }): ReactNode {
  const { at, decided, rollOverHundredths, setRollOver, locked } = dice
  const shownAt = decided?.roll ?? at
  return (
    <>
      <RollResult at={at} decided={decided} />
      <Ruler
        rollOverHundredths={rollOverHundredths}
        onRollOver={setRollOver}
        locked={locked}
        flag={shownAt === null ? null : { at: shownAt, result: decided?.result ?? null }}
      />
      <OddsFields rollOverHundredths={rollOverHundredths} onRollOver={setRollOver} locked={locked} />
      <RecentRolls belowFold={mode === 'auto'} />
    </>
  )
}

function BetPanel({ dice, mode }: { dice: Dice; mode: Mode }): ReactNode {
  const { stake, locked, problem, phase, auto, rollOnce, rollOverHundredths } = dice
  const netGainPaise = netGainOnWinPaise({ stakePaise: stake.stakePaise, rollOverHundredths })
  const netGain = (
    <p className="spread small">
      <span className="muted">Net gain on win</span>
      <b className={classNames(styles.strong, netGainPaise > 0 && 'win')}>{formatNet(netGainPaise)}</b>
    </p>
  )
  return (
    <BetForm dense={mode === 'auto'} onBet={() => (mode === 'manual' ? rollOnce() : undefined)}>
      <AmountField
        label="Amount"
        name="amount"
        text={stake.text}
        onText={stake.onText}
        onBlur={stake.clamp}
        quick={stake.quick}
        locked={locked}
        error={problem ?? undefined}
      />
      {mode === 'manual' ? (
        <>
          {netGain}
          <Button type="submit" kind="primary" big busy={phase !== 'idle'}>
            Roll
          </Button>
        </>
      ) : (
        <AutoPanel state={auto.state} onStart={auto.start} onStop={auto.stop}>
          {netGain}
        </AutoPanel>
      )}
    </BetForm>
  )
}

/** Dice (spec 2.6): roll over a number, by hand or one bet after the other. */
export function DiceGame(): ReactNode {
  useGameChange('Dice')
  const [mode, setMode] = useState<Mode>('manual')
  const [fairOpen, setFairOpen] = useState(false)
  const { data: next } = useGetDiceCommitmentQuery({})
  const rtp = useRtpPercent('dice')
  const dice = useDice()
  return (
    <>
      <GameFrame
        title="Dice"
        marks={
          <>
            <Tag>RTP: {rtp}%</Tag>
            <Tabs look="tag" label="Mode" options={modes} value={mode} disabled={dice.locked} onChange={setMode} />
          </>
        }
        fair={<FairControl next={next} onOpen={() => setFairOpen(true)} />}
        stageLabel="Roll"
        stage={<Stage dice={dice} mode={mode} />}
        proof={<ProofStrip last={dice.last} next={next} playing={dice.phase !== 'idle'} />}
        side={
          <>
            <BetPanel dice={dice} mode={mode} />
            <OwnPlays />
          </>
        }
      />
      {fairOpen && <FairDrawer game="Dice" last={dice.last} next={next} onClose={() => setFairOpen(false)} />}
    </>
  )
}
