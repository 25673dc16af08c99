import type { ReactNode } from 'react'
import { openQuestions } from './open-questions.tsx'
import type { QuestionProps } from './question.tsx'
import { Question } from './question.tsx'

type Close = (isConfirmed?: boolean) => void

let lastId = 0

/**
 * Shows a dialog until it calls `close`, which closes this dialog and no other. Use it for a question with fields.
 * @returns true if the person confirmed
 */
export function ask(draw: (close: Close) => ReactNode): Promise<boolean> {
  return new Promise((resolve) => {
    const close: Close = (isConfirmed = false) => {
      openQuestions.set(openQuestions.now().filter((other) => other !== question))
      resolve(isConfirmed)
    }
    const question = { id: (lastId += 1), dialog: draw(close), close }
    openQuestions.set([...openQuestions.now(), question])
  })
}

interface Asked extends Pick<QuestionProps, 'title' | 'icon' | 'action' | 'isDangerous'> {
  /** The effect of the action on people and money. */
  readonly body: ReactNode
  /** Sends the order. The question stays open, busy, until this has ended. */
  readonly run?: () => unknown
}

/** Asks before an action that affects people or money. @returns true if the person confirmed; `run` has ended then */
export function confirm({ body, run, ...question }: Asked): Promise<boolean> {
  return ask((close) => {
    const onConfirm = async (): Promise<void> => {
      try {
        await run?.()
      } finally {
        close(true)
      }
    }
    return (
      <Question {...question} onConfirm={onConfirm} onClose={close}>
        {typeof body === 'string' ? <p>{body}</p> : body}
      </Question>
    )
  })
}
