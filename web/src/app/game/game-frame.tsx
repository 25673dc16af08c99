import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode, SubmitEvent } from 'react'
import { useTitle } from '../frame/page.tsx'
import styles from './game-frame.module.css'

/** A game: title and marks, the stage, the proof under it, the bet beside it. On phones the proof comes after the bet. */
export function GameFrame({
  title,
  marks,
  fair,
  stageLabel,
  stage,
  proof,
  side,
}: {
  title: string
  marks: ReactNode
  fair: ReactNode
  stageLabel: string
  stage: ReactNode
  proof: ReactNode
  side: ReactNode
}): ReactNode {
  useTitle(title)
  return (
    <main className={styles.game} tabIndex={-1}>
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

/** The bet panel: its action is what Enter does. */
export function BetForm({
  onBet,
  dense = false,
  children,
}: {
  onBet: () => void
  /** Many controls: they stand closer on phones, so that the action stays in view. */
  dense?: boolean
  children: ReactNode
}): ReactNode {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    onBet()
  }
  return (
    <form className={classNames(styles.bet, dense && styles.dense)} noValidate onSubmit={submit}>
      {children}
    </form>
  )
}
