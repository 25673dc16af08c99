import { lazyPart } from '@kismet/app-kit/lazy-part.ts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { games } from '../../core/games.ts'
import type { AskAgain, NextPlay, RevealedPlay } from '../fair-play/play.ts'
import { FairControl, ProofStrip } from '../fair-play/proof-strip.tsx'
import { useRtpPercent } from '../site/rtp.ts'
import { GameFrame } from './game-frame.tsx'
import type { CommittedGame } from './games-api.ts'
import { useGameChange } from './use-game-change.ts'

const FairDrawer = lazyPart(() => import('../fair-play/fair-drawer.tsx').then((code) => code.FairDrawer))

/** What the seals of a game show. */
export interface Seals {
  readonly last: RevealedPlay | null
  /** The commitment of the next play, and of the one that is on where that is another. */
  readonly next: NextPlay | undefined
  readonly inPlay?: NextPlay | undefined
  readonly playing: boolean
  readonly askAgain: AskAgain | null
}

/** The page of a game: what all have (RTP, Fair, seal and proof) around its own stage and bet. */
export function GamePage({
  name,
  seals: { last, next, inPlay, playing, askAgain },
  marks,
  ...parts
}: {
  name: CommittedGame
  seals: Seals
  marks?: ReactNode
  stageLabel: string
  bareStage?: boolean | undefined
  stage: ReactNode
  side: ReactNode
}): ReactNode {
  const title = t(games[name].title)
  useGameChange(games[name].wireName)
  const [fairOpen, setFairOpen] = useState(false)
  const rtp = useRtpPercent(name)
  return (
    <>
      <GameFrame
        {...parts}
        title={title}
        marks={
          <>
            <Tag>{t`RTP: ${rtp}%`}</Tag>
            {marks}
          </>
        }
        fair={<FairControl next={next} onOpen={() => setFairOpen(true)} />}
        proof={<ProofStrip last={last} next={inPlay ?? next} playing={playing} askAgain={askAgain} />}
      />
      {fairOpen && <FairDrawer game={title} last={last} next={next} onClose={() => setFairOpen(false)} />}
    </>
  )
}
