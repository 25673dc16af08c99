import { bookAndFail, fail, failInside, refuse } from './fake-wallet.ts'
import type { Behaviour } from './fake-wallet.ts'

const alone = {
  books: (book) => book(),
  refuses: refuse('insufficient_balance'),
  'is not reached': fail,
  'books, and its answer is lost': bookAndFail,
  'books and fails inside': failInside,
} as const satisfies Record<string, Behaviour>
type Named = keyof typeof alone | 'the game dies before it books' | 'the game dies after it has booked'

/** What the wallet may do with a call, and what may happen to the game meanwhile. @param crash ends the game's process; nobody is answered then */
export function walletBehaviours(crash: () => ReturnType<Behaviour>): Readonly<Record<Named, Behaviour>> {
  return {
    ...alone,
    'the game dies before it books': crash,
    'the game dies after it has booked': (book) => {
      book()
      return crash()
    },
  }
}
