import { buttonClass } from '@kismet/ui/controls/button.tsx'
import type { ReactNode } from 'react'
import { lazy } from 'react'
import { Link, useParams } from 'react-router'
import { OneLinePage } from '../app/frame/page.tsx'
import type { GameName } from '../app/paths.ts'
import { casinoPath, games, gameTitles } from '../app/paths.ts'
import { ChatButton } from './chat-button.tsx'
import { NotFoundPage } from './waiting-pages.tsx'

const DiceGame = lazy(() => import('../features/dice/dice-game.tsx').then((module) => ({ default: module.DiceGame })))

function BeingBuilt({ game }: { game: GameName }): ReactNode {
  return (
    <OneLinePage
      title={gameTitles[game]}
      line={`${gameTitles[game]} is being built and cannot be played yet. Dice is open.`}
    >
      <Link className={buttonClass({ kind: 'primary' })} to={casinoPath('dice')}>
        Play Dice
      </Link>
    </OneLinePage>
  )
}

/** / and /casino/{game}: the game of the tab; Slots where no game is named (spec 2.3). Each game is code of its own. */
export function CasinoPage(): ReactNode {
  const { game: named } = useParams()
  const game = named === undefined ? 'slots' : games.find((name) => name === named)
  if (game === undefined) return <NotFoundPage />
  if (game === 'dice') return <DiceGame />
  return (
    <>
      <BeingBuilt game={game} />
      {named === 'slots' && <ChatButton />}
    </>
  )
}
