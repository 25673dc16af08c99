import { lazyPart } from '@kismet/app-kit/lazy-part.ts'
import { publishedRtpPercent } from '@kismet/fairness'
import { IconButton } from '@kismet/ui/controls/button.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { games } from '../core/games.ts'
import { FairControl } from '../entities/fair-play/proof-strip.tsx'
import { GameFrame } from '../entities/game/game-frame.tsx'
import { useGameChange } from '../entities/game/use-game-change.ts'
import type { AviatorController } from '../features/aviator/aviator-controller.ts'
import { BetLists } from '../features/aviator/bet-lists.tsx'
import { BetPanel } from '../features/aviator/bet-panel.tsx'
import { Connecting, ConnectionDot } from '../features/aviator/lookout.tsx'
import type { News } from '../features/aviator/news.ts'
import { RoundProof } from '../features/aviator/round-proof.tsx'
import { Sound } from '../features/aviator/sound.ts'
import { Stage } from '../features/aviator/stage.tsx'
import { useAviatorController, useAviatorState } from '../features/aviator/use-aviator.ts'

const FairRound = lazyPart(() => import('../features/aviator/fair-round.tsx').then((code) => code.FairRound))

/** The return of the round that is on, by its mode. */
function RtpMark({ controller }: { controller: AviatorController }): ReactNode {
  const exact = useAviatorState(controller, ({ round }) => round?.rtp ?? publishedRtpPercent.aviator.normal)
  const rtp = Math.round(exact)
  return <Tag>{t`RTP: ${rtp}%`}</Tag>
}

/** Sound, off until it is asked for. */
function useSound(): { isOn: boolean; toggle: () => void; play: (news: News) => void } {
  const [sound] = useState(() => new Sound())
  const [isOn, setOn] = useState(false)
  useEffect(() => () => sound.close(), [sound])
  return {
    isOn,
    toggle: () => {
      if (!isOn) sound.switchOn()
      setOn(!isOn)
    },
    play: (news) => {
      if (isOn) sound.play(news)
    },
  }
}

/** Aviator (spec 2.4): one flight for all, a stake each, and the moment to take it out. */
export function AviatorGame(): ReactNode {
  const sound = useSound()
  const controller = useAviatorController(sound.play)
  const [fairOpen, setFairOpen] = useState(false)
  const isKnown = useAviatorState(controller, ({ round }) => round !== null)
  const hash = useAviatorState(controller, ({ round }) => round?.fairnessHash)
  useGameChange('Aviator')
  return (
    <>
      <GameFrame
        title={t(games.aviator.title)}
        marks={
          <>
            <RtpMark controller={controller} />
            <ConnectionDot controller={controller} />
          </>
        }
        fair={
          <Row as="span" gap={2}>
            <IconButton
              icon={sound.isOn ? Volume2 : VolumeX}
              label={t`Sound`}
              aria-pressed={sound.isOn}
              onClick={sound.toggle}
            />
            <FairControl
              next={hash === undefined ? undefined : { serverSeedHash: hash }}
              onOpen={() => setFairOpen(true)}
            />
          </Row>
        }
        stageLabel={t`Flight`}
        bareStage
        proofFirst
        stage={<Stage controller={controller} />}
        proof={<RoundProof controller={controller} />}
        side={
          <>
            <BetPanel controller={controller} />
            <BetLists controller={controller} />
          </>
        }
        over={isKnown ? null : <Connecting />}
      />
      {fairOpen && hash !== undefined && <FairRound controller={controller} onClose={() => setFairOpen(false)} />}
    </>
  )
}
