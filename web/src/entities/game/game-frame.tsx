import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import styles from './game.module.css'

/** A game: title and marks, the stage, the proof under it, the bet beside it. On phones the proof comes after the bet. */
export function GameFrame({
  title,
  marks,
  fair,
  stageLabel,
  bareStage = false,
  stage,
  proof,
  side,
}: {
  title: string
  marks: ReactNode
  fair: ReactNode
  stageLabel: string
  /** The stage brings a panel of its own. */
  bareStage?: boolean | undefined
  stage: ReactNode
  proof: ReactNode
  side: ReactNode
}): ReactNode {
  return (
    <main className={classNames(styles.game, bareStage && styles.bare)} tabIndex={-1}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {marks}
        <div className={styles.fair}>{fair}</div>
      </header>
      <section className={styles.stage} aria-label={stageLabel}>
        {stage}
      </section>
      <div className={styles.proof}>{proof}</div>
      <aside className={styles.side}>{side}</aside>
    </main>
  )
}
