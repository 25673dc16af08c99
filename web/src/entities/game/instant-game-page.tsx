import type { ReactNode } from 'react'
import { GamePage } from './game-page.tsx'
import type { InstantGame } from './instant-games.ts'
import { wireNameOf } from './instant-games.ts'
import type { InstantGameState } from './use-instant-game.ts'

/** The page of an instant game. */
export function InstantGamePage<G extends InstantGame>({
  name,
  game: { last, next, askAgain, phase },
  ...parts
}: {
  name: G
  game: InstantGameState<G>
  marks?: ReactNode
  stageLabel: string
  bareStage?: boolean
  stage: ReactNode
  side: ReactNode
}): ReactNode {
  return (
    <GamePage
      {...parts}
      name={name}
      wireName={wireNameOf(name)}
      seals={{ last, next, askAgain, playing: phase !== 'idle' }}
    />
  )
}
