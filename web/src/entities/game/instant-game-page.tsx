import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { gameTitles } from '../../core/paths.ts'
import { FairDrawer } from '../fair-play/fair-drawer.tsx'
import { FairControl, ProofStrip } from '../fair-play/proof-strip.tsx'
import { useRtpPercent } from '../site/rtp.ts'
import { GameFrame } from './game-frame.tsx'
import type { InstantGame } from './instant-games.ts'
import { wireNameOf } from './instant-games.ts'
import { useGameChange } from './use-game-change.ts'
import type { InstantGameState } from './use-instant-game.ts'

/** The page of an instant game: what all have (RTP, Fair, seal and proof) around its own stage and bet. */
export function InstantGamePage<G extends InstantGame>({
  name,
  game,
  marks,
  stageLabel,
  bareStage,
  stage,
  side,
}: {
  name: G
  game: InstantGameState<G>
  marks?: ReactNode
  stageLabel: string
  bareStage?: boolean
  stage: ReactNode
  side: ReactNode
}): ReactNode {
  const title = t(gameTitles[name])
  useGameChange(wireNameOf(name))
  const [fairOpen, setFairOpen] = useState(false)
  const rtp = useRtpPercent(name)
  const { last, next, askAgain, phase } = game
  return (
    <>
      <GameFrame
        title={title}
        marks={
          <>
            <Tag>{t`RTP: ${rtp}%`}</Tag>
            {marks}
          </>
        }
        fair={<FairControl next={next} onOpen={() => setFairOpen(true)} />}
        stageLabel={stageLabel}
        bareStage={bareStage}
        stage={stage}
        proof={<ProofStrip last={last} next={next} playing={phase !== 'idle'} askAgain={askAgain} />}
        side={side}
      />
      {fairOpen && <FairDrawer game={title} last={last} next={next} onClose={() => setFairOpen(false)} />}
    </>
  )
}
