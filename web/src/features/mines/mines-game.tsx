import { ErrorState } from '@kismet/ui/feedback/states.tsx'
import { useTimeout } from '@kismet/ui/feedback/use-timeout.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { networkErrorText } from '../../core/error-text.ts'
import { GamePage } from '../../entities/game/game-page.tsx'
import { prefersNoMotion } from '@kismet/ui/motion.ts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { askAgainOf } from '../../entities/fair-play/play.ts'
import { minesPlaysApi, minesCells, useMinesPlays } from '../../entities/game/mines-plays.ts'
import { OwnPlays } from '../../entities/game/own-plays.tsx'
import { FactsList, Ladder } from './ladder.tsx'
import { factsOf, hitTile, tileLooks } from './mines-board.ts'
import { MinesForm, useMinesSetup } from './mines-form.tsx'
import type { MinesState } from './mines-state.ts'
import type { MinesTable } from './mines-table.ts'
import { tileName } from './mines-words.ts'
import { ModeLinks } from './mode-links.tsx'
import { ReadOut, spokenText } from './read-out.tsx'
import { TileGrid } from './tile-grid.tsx'
import { useMines } from './use-mines.ts'
import styles from './mines.module.css'

/** The mine that was hit is seen alone for so long. */
const hitAloneMs = 320

/** Whether the rest of a board that is over is shown, too. */
function useRestShown({ board }: MinesState): boolean {
  const lostId = board && hitTile(board.game) !== null ? board.game.id : null
  const [shownId, setShownId] = useState<string | null>(null)
  const isShown = lostId === null || shownId === lostId || prefersNoMotion()
  useTimeout(() => setShownId(lostId), isShown ? null : hitAloneMs)
  return isShown
}

function Stage({ table, state, minesCount }: { table: MinesTable; state: MinesState; minesCount: number }): ReactNode {
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
          onPress={(tile) => void table.reveal(tile)}
        />
      </Stack>
      <Stack gap={3} className={styles.read}>
        <p className={textClass('sr')} role="status">
          {spokenText(board?.game ?? null)}
        </p>
        {known === 'failed' ? (
          <ErrorState title={networkErrorText()} busy={asking} onRetry={() => void table.look()} />
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
  const { table, state } = useMines()
  const setup = useMinesSetup(table, state)
  const commitment = minesPlaysApi.useGetMinesCommitmentQuery({})
  const plays = useMinesPlays()
  const { board, last } = state
  const isOn = board?.game.isActive === true
  return (
    <GamePage
      name="mines"
      wireName="Mines"
      seals={{
        last,
        next: commitment.data,
        inPlay: isOn ? board.game : undefined,
        playing: isOn || state.starting,
        askAgain: askAgainOf(commitment),
      }}
      marks={<ModeLinks current="manual" />}
      stageLabel={t`Mines game`}
      stage={<Stage table={table} state={state} minesCount={setup.minesCount} />}
      side={
        <>
          <MinesForm table={table} state={state} setup={setup} isSealed={commitment.data !== undefined} />
          <OwnPlays title={t`My games`} list={plays} cells={minesCells} />
        </>
      }
    />
  )
}
