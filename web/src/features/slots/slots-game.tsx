import { paise } from '@kismet/contracts'
import { slotsTopWinPaise } from '@kismet/fairness'
import { msg, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { BetButton, BetForm } from '../../entities/game/bet-form.tsx'
import { usePlays } from '../../entities/game/games-api.ts'
import { GamePage } from '../../entities/game/game-page.tsx'
import { PlayList } from '../../entities/game/own-plays.tsx'
import type { AnyReels } from '../../entities/game/symbol-names.ts'
import { stakeLimitsOf } from '../../entities/game/stake.ts'
import { lineWords } from '../../entities/game/symbol-names.ts'
import { useInstantGame } from '../../entities/game/use-instant-game.ts'
import { tierOf } from './celebration.ts'
import { Outcome } from './outcome.tsx'
import { PayTable } from './pay-table.tsx'
import type { ReelsHandle } from './reels.tsx'
import { Reels } from './reels.tsx'
import { symbolLooks } from './symbols.ts'
import styles from './slots.module.css'

const stakeLimits = {
  ...stakeLimitsOf('slots'),
  noAmount: msg`Invalid bet amount!`,
}
const showMs = { byHand: 900, inRun: 900 }
const motions = { idle: null, waiting: 'turning', checking: 'turning', showing: 'stopping' } as const
/** What stands there before the first spin: a line that wins nothing. */
const atFirst: AnyReels = ['cherry', 'seven', 'lemon']

function SmallReels({ reels }: { reels: AnyReels }): ReactNode {
  return (
    <span className={styles.small} role="img" aria-label={lineWords(reels)}>
      {reels.map((symbol, place) => (
        <img key={place} src={symbolLooks[symbol].art} alt="" />
      ))}
    </span>
  )
}

/** Slots (spec 2.7): three reels, their pay table, one button. */
export function SlotsGame(): ReactNode {
  const handle = useRef<ReelsHandle>(null)
  const [reels, setReels] = useState<AnyReels>(atFirst)
  const slots = useInstantGame({
    game: 'slots',
    stakeLimits,
    failed: () => t`Error playing Slots`,
    plainOf: (stakePaise) => ({ bet: paise(stakePaise) }),
    topWinPaise: slotsTopWinPaise,
    rowOf: ({ reels: shown, result, winType, multiplier }) => ({ reels: shown, result, winType, multiplier }),
    show: async (answer, durationMs) => {
      // The symbols have to stand there before they can slide in.
      flushSync(() => setReels(answer.reels))
      await handle.current?.stop(durationMs)
    },
    showMs,
  })
  const { phase, decided, canBet, checkedPaise } = slots
  const hasWon = decided !== null && decided.multiplier > 0
  const tier = decided && tierOf(decided)
  return (
    <GamePage
      name="slots"
      seals={slots.seals}
      stageLabel={t`Reels`}
      bareStage
      stage={
        <>
          <Reels ref={handle} reels={reels} motion={motions[phase]} hit={hasWon} tier={tier} />
          <Outcome decided={decided} checkedPaise={checkedPaise} />
        </>
      }
      side={
        <>
          <BetForm game={slots} label={t`Bet Amount`} limits={stakeLimits}>
            <BetButton limits={stakeLimits} phase={phase} canBet={canBet}>
              {t`SPIN`}
            </BetButton>
          </BetForm>
          <PayTable hit={decided} />
          <PlayList
            list={usePlays('slots')}
            cells={({ reels: shown, multiplier }) => [<SmallReels key="reels" reels={shown} />, `x${multiplier}`]}
          />
        </>
      }
    />
  )
}
