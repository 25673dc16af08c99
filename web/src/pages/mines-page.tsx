import { ErrorState } from '@kismet/ui/feedback/states.tsx'
import { useTimeout } from '@kismet/ui/feedback/use-timeout.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { networkErrorText } from '../core/error-text.ts'
import { GamePage } from '../entities/game/game-page.tsx'
import { prefersReducedMotion } from '@kismet/ui/motion.ts'
import { useCommitment, usePlays } from '../entities/game/games-api.ts'
import { minesCells, OwnPlays } from '../entities/game/own-plays.tsx'
import { FactsList, Ladder } from '../features/mines/ladder.tsx'
import { factsOf, hitTile, tileLooks } from '../features/mines/mines-board.ts'
import { MinesForm, useMinesSetup } from '../features/mines/mines-form.tsx'
import { tileName } from '../features/mines/mines-words.ts'
import { ModeLinks } from '../features/mines/mode-links.tsx'
import { ReadOut, spokenText } from '../features/mines/read-out.tsx'
import { TileGrid } from '../features/mines/tile-grid.tsx'
import type { Mines, MinesState } from '../features/mines/use-mines.ts'
import { useMines } from '../features/mines/use-mines.ts'
import styles from '../features/mines/mines.module.css'
import { textClass } from '@kismet/ui/class-names.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'

/** The mine that was hit is seen alone for so long. */
const hitAloneMs = 320

/** Whether the rest of a board that is over is shown, too. */
function useRestShown({ board }: Pick<MinesState, 'board'>): boolean {
  const lostId = board && hitTile(board.game) !== null ? board.game.id : null
  const [shownId, setShownId] = useState<string | null>(null)
  const isShown = lostId === null || shownId === lostId || prefersReducedMotion()
  useTimeout(() => setShownId(lostId), isShown ? null : hitAloneMs)
  return isShown
}

function Stage({ mines, minesCount }: { mines: Mines; minesCount: number }): ReactNode {
  const { state } = mines
  const { board, pending, cashingOut, known, asking } = state
  const isRestShown = useRestShown(state)
  const facts = factsOf(board, minesCount)
  const canOpen = board?.game.isActive === true && !cashingOut
  const looks = tileLooks(board?.game ?? null, pending, isRestShown)
  return (
    <Stack className={styles.stage}>
      <Stack gap={3} className={styles.board}>
        <Ladder ladder={facts.ladder} isActive={board?.game.isActive === true} />
        <TileGrid
          label={t`25 tiles`}
          tiles={looks.map((look, tile) => ({
            look,
            name: tileName(tile, look),
            inert: !canOpen || look !== 'closed',
          }))}
          onPress={(tile) => void mines.reveal(tile)}
        />
      </Stack>
      <Stack gap={3} className={styles.read}>
        <p className={textClass('sr')} role="status">
          {spokenText(board?.game ?? null)}
        </p>
        {known === 'failed' ? (
          <ErrorState title={networkErrorText()} busy={asking} onRetry={mines.look} />
        ) : (
          <ReadOut game={board?.game ?? null} />
        )}
        <FactsList facts={facts} />
      </Stack>
    </Stack>
  )
}

/** Mines (spec 2.5): 25 tiles, some of them mines; open gems, and take what they are worth in time. */
export function MinesGame(): ReactNode {
  const mines = useMines()
  const setup = useMinesSetup(mines)
  const { next, askAgain } = useCommitment('mines')
  const { board, last, starting } = mines.state
  const isOn = board?.game.isActive === true
  return (
    <GamePage
      name="mines"
      seals={{ last, next, inPlay: isOn ? board.game : undefined, playing: isOn || starting, askAgain }}
      marks={<ModeLinks current="manual" />}
      stageLabel={t`Mines game`}
      stage={<Stage mines={mines} minesCount={setup.minesCount} />}
      side={
        <>
          <MinesForm mines={mines} setup={setup} isSealed={next !== undefined} />
          <OwnPlays title={t`My games`} list={usePlays('mines')} cells={minesCells} />
        </>
      }
    />
  )
}
