import type { CorrectionAccount } from '@kismet/contracts'
import { proposeCorrection } from '@kismet/contracts'
import { readJson } from '@kismet/app-kit/session/stored-session.ts'
import { useIsOpen } from '@kismet/ui/feedback/use-is-open.ts'
import { parseRupees } from '@kismet/ui/format/money.ts'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { Fields } from '../../core/fields.ts'
import { useFields } from '../../core/fields.ts'
import { useAppDispatch } from '../../core/store.ts'
import { noticeShown } from '../notices/notices-slice.ts'
import { fromMoneyContract } from '../session/from-contract.ts'
import { useOrder } from '../session/orders.ts'

const Draft = z.object({
  playerId: z.string(),
  direction: z.enum(['give', 'take']),
  amount: z.string(),
  account: proposeCorrection.input.shape.account,
  reason: z.string(),
})
type Draft = z.output<typeof Draft>

const empty: Draft = { playerId: '', direction: 'give', amount: '', account: 'outside', reason: '' }

/** Signed: what a draft adds to the balance, in paise. NaN without an amount. */
const paiseOf = ({ direction, amount }: Draft): number => {
  const paise = parseRupees(amount) ?? Number.NaN
  return direction === 'give' ? paise : -paise
}

/** The proposal that a draft stands for, checked by the contract. */
const Proposal = Draft.transform(({ playerId, account, reason, ...draft }) => ({
  ...{ playerId, account, reason, amount: paiseOf({ playerId, account, reason, ...draft }) / 100 },
})).pipe(proposeCorrection.input)
type Proposal = z.output<typeof Proposal>

const intentOf = (proposal: Proposal): string => JSON.stringify(proposal)
const playerOf = (intent: string): string => readJson(Draft.pick({ playerId: true }), intent)?.playerId ?? ''

export const accounts: readonly (readonly [CorrectionAccount, string])[] = [
  ['outside', 'Cash in and out: a deposit or payout was booked wrongly'],
  ['house', 'Winnings of the house: a bet was settled wrongly'],
  ['bonus', 'Bonuses'],
]

/** The draft of a correction, and proposals with an unknown outcome. They go with a logout by hand. */
const useProposals = () => useOrder({ name: 'correction', draft: Draft, empty, facts: z.null(), untilLogout: true })

/** The player of the correction that is written, or may have been proposed; an empty text without a player. Null without a correction. */
export function useProposedPlayer(): { playerId: string | null; choose: (playerId: string) => void } {
  const { draft, orders, change } = useProposals()
  const isProposing = draft !== empty || orders.length > 0
  return {
    playerId: isProposing ? draft.playerId : null,
    choose: (playerId) => change((before) => ({ ...before, playerId })),
  }
}

const refused = 'The correction was refused.'
const propose = fromMoneyContract(proposeCorrection).queryFn

export interface Proposing {
  readonly fields: Fields<Draft, Proposal>
  /** It is being sent. */
  readonly busy: boolean
  /** Signed paise that the typed amount adds to the balance; NaN without an amount. */
  readonly paise: number
  /** A proposal with an unknown outcome: `same` as what is written, or another. */
  readonly unclear: { readonly is: 'same' | 'other'; readonly playerId: string } | null
  readonly onSubmit: () => Promise<void>
  /** Forgets the proposals with an unknown outcome, and what is written about this player. */
  readonly drop: () => void
}

/** Proposes a correction of one player. A retry of the same proposal has the same key, so that it stands there once. */
export function useProposing(playerId: string, onDone: () => void): Proposing {
  const dispatch = useAppDispatch()
  const { draft, change, orders, busy, send, found } = useProposals()
  const start = draft.playerId === playerId ? draft : { ...empty, playerId }
  const fields = useFields(Proposal, start, (typed) => change(() => typed))
  const isOpen = useIsOpen()
  const unclear = orders.filter((order) => order.state === 'unknown')
  const onSubmit = fields.submit(async (input) => {
    const intent = intentOf(input)
    const ended = await send({
      intent,
      facts: null,
      send: (callApi, { key }) => propose({ input, idempotencyKey: key }, callApi),
      // The admin decides whether to send it again.
      times: 0,
    })
    if (ended === null) return
    dispatch(api.util.invalidateTags(['Ledger']))
    if (ended.is !== 'done') {
      if (ended.is === 'lost') return
      const why = errorDetail(ended.error)
      fields.refuse(why ?? refused)
      if (!isOpen.current) dispatch(noticeShown('bad', refused, why))
      return
    }
    dispatch(noticeShown('good', 'Proposed. Another admin must approve it.'))
    if (unclear.every((order) => order.intent === intent)) {
      change(() => empty)
      onDone()
    } else {
      change(() => ({ ...empty, playerId }))
      fields.form.reset({ ...empty, playerId })
    }
  })
  const read = Proposal.safeParse(start)
  const isSame = read.success && unclear.some(({ intent }) => intent === intentOf(read.data))
  const [first] = unclear
  return {
    ...{ fields, busy, onSubmit, paise: paiseOf(start) },
    unclear:
      first === undefined || busy
        ? null
        : isSame
          ? { is: 'same', playerId }
          : { is: 'other', playerId: playerOf(first.intent) },
    drop: () => {
      unclear.forEach(({ key }) => found(key))
      if (draft.playerId === playerId) change(() => empty)
    },
  }
}
