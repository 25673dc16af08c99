import { classNames } from '@kismet/ui/class-names.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { casinoPath } from '../../core/paths.ts'
import { OpenMines } from './open-mines.tsx'
import styles from './game.module.css'

/** A game: title and marks, the stage, the proof under it, the bet beside it. On phones the proof comes after the bet, unless it belongs to what all see. */
export function GameFrame({
  title,
  marks,
  fair,
  stageLabel,
  bareStage = false,
  proofFirst = false,
  stage,
  proof,
  side,
  over,
}: {
  title: string
  marks: ReactNode
  fair: ReactNode
  stageLabel: string
  /** The stage brings a panel of its own. */
  bareStage?: boolean | undefined
  /** The proof stands under the stage on phones, too. */
  proofFirst?: boolean
  stage: ReactNode
  proof: ReactNode
  side: ReactNode
  /** What covers all of it. The page under the cover takes no focus and no press. */
  over?: ReactNode
}): ReactNode {
  const inert = Boolean(over)
  const [pathname] = useLocation()
  return (
    <main className={classNames(styles.game, bareStage && styles.bare, proofFirst && styles.proofFirst)} tabIndex={-1}>
      <Row as="header" wrap gap={2} className={styles.head} inert={inert}>
        <h1>{title}</h1>
        {marks}
        <div className={styles.fair}>{fair}</div>
      </Row>
      <section className={styles.stage} aria-label={stageLabel} inert={inert}>
        {stage}
      </section>
      <div className={styles.proof} inert={inert}>
        {proof}
      </div>
      <aside className={styles.side} inert={inert}>
        {side}
        {pathname !== casinoPath('mines') && <OpenMines />}
      </aside>
      {over}
    </main>
  )
}
