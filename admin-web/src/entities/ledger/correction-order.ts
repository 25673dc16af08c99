import type { CorrectionAccount } from '@kismet/contracts'
import { proposeCorrection } from '@kismet/contracts'
import { readJson } from '@kismet/app-kit/session/stored-session.ts'
import { useIsOpen } from '@kismet/ui/feedback/use-is-open.ts'
import { parseRupees } from '@kismet/ui/format/money.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { Fields } from '../../core/fields.ts'
import { useFields } from '../../core/fields.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../notices/notices-slice.ts'
import { fromMoneyContract } from '../session/from-contract.ts'
import { useOrder } from '../session/orders.ts'

const Draft = z.object({
  direction: z.enum(['give', 'take']),
  amount: z.string(),
  account: proposeCorrection.input.shape.account,
  reason: z.string(),
})
export type Draft = z.output<typeof Draft>

const empty: Draft = { direction: 'give', amount: '', account: 'outside', reason: '' }

/** The draft of each player, by the id of the player. The oldest draft is the first. */
const Drafts = z.record(z.string(), Draft)
const noDrafts: z.output<typeof Drafts> = {}

/** Signed: what a draft adds to the balance, in paise. NaN without an amount. */
const paiseOf = ({ direction, amount }: Draft): number => {
  const paise = parseRupees(amount) ?? Number.NaN
  return direction === 'give' ? paise : -paise
}

/** What a draft proposes for the player of its form, checked by the contract. */
const Proposal = Draft.transform((draft) => ({
  ...{ account: draft.account, reason: draft.reason, amount: paiseOf(draft) / 100 },
})).pipe(proposeCorrection.input.omit({ playerId: true }))
type Proposal = z.output<typeof Proposal>

const intentOf = (playerId: string, proposal: Proposal): string => JSON.stringify({ playerId, ...proposal })
const playerOf = (intent: string): string => readJson(z.object({ playerId: z.string() }), intent)?.playerId ?? ''

export const accounts: readonly (readonly [CorrectionAccount, string])[] = [
  ['outside', 'Cash in and out: a deposit or withdrawal was booked wrongly'],
  ['house', 'Winnings of the house: a bet was settled wrongly'],
  ['bonus', 'Bonuses'],
]

/** The drafts of corrections, and proposals with an unknown outcome. They go with a logout by hand. */
const useProposals = () =>
  useOrder({ name: 'correction', draft: Drafts, empty: noDrafts, facts: z.null(), untilLogout: true })

/** Keeps or removes the draft of one player. */
function withDraft(drafts: z.output<typeof Drafts>, playerId: string, draft: Draft | null): z.output<typeof Drafts> {
  if (draft !== null) return { ...drafts, [playerId]: draft }
  const others = Object.entries(drafts).filter(([id]) => id !== playerId)
  return others.length === 0 ? noDrafts : Object.fromEntries(others)
}

/** The player of the oldest correction that is written; an empty text without a player. Null without a correction. */
export function useProposedPlayer(): { playerId: string | null; choose: (playerId: string) => void } {
  const { draft: drafts, orders, change } = useProposals()
  const [first = orders.length > 0 ? '' : null] = Object.keys(drafts)
  return {
    playerId: first,
    choose: (playerId) => change((before) => withDraft(before, playerId, empty)),
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
  /** Forgets the proposals with an unknown outcome, and the draft of this player. */
  readonly drop: () => void
}

/**
 * Proposes a correction of one player, from the draft of the player. A `proposed` correction has a draft of its own, which becomes the
 * draft of the player if its answer is lost. A retry of the same proposal has the same key, so that it stands there once.
 */
export function useProposing(playerId: string, onDone: () => void, proposed?: Draft): Proposing {
  const dispatch = useAppDispatch()
  const { draft: drafts, change, orders, busy, send, found } = useProposals()
  const [own, setOwn] = useState(proposed)
  const start = own ?? drafts[playerId] ?? empty
  const keepForPlayer = (draft: Draft | null): void => change((before) => withDraft(before, playerId, draft))
  const keep = (draft: Draft | null): void => (own === undefined ? keepForPlayer(draft) : setOwn(draft ?? empty))
  const fields = useFields(Proposal, start, keep)
  const isOpen = useIsOpen()
  const unclear = orders.filter((order) => order.state === 'unknown')
  const onSubmit = fields.submit(async (proposal) => {
    const input = { playerId, ...proposal }
    const intent = intentOf(playerId, proposal)
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
      if (ended.is === 'lost') {
        if (own !== undefined) keepForPlayer(own)
        setOwn(undefined)
        return
      }
      const why = errorDetail(ended.error)
      fields.refuse(why ?? refused)
      if (!isOpen.current) dispatch(toastShown('bad', refused, why))
      return
    }
    dispatch(toastShown('good', 'Proposed. Another admin must approve it.'))
    if (unclear.every((order) => order.intent === intent)) {
      keep(null)
      onDone()
    } else {
      keep(empty)
      fields.form.reset(empty)
    }
  })
  const read = Proposal.safeParse(start)
  const isSame = read.success && unclear.some(({ intent }) => intent === intentOf(playerId, read.data))
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
      keep(null)
    },
  }
}
