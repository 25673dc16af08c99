import { hasPayableName, hintsAtOnce, limits, withdrawalHints } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import Ban from 'lucide-react/icons/ban'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { api } from '../../core/api.ts'
import type { Ticks } from '../../core/table/data-table.tsx'
import { amountColumn, listingOf, timeColumn } from '../../core/table/table.ts'
import type { Column, Listing } from '../../core/table/table.ts'
import { useTicks } from '../../core/table/use-ticks.ts'
import { HintTags } from '../../entities/queue/insight.tsx'
import { RiskTags } from '../../entities/queue/risk-tags.tsx'
import { listWithdrawals } from '../../entities/queue/withdrawals-api.ts'
import type { AdminWithdrawal } from '../../entities/queue/withdrawals-api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import styles from './payout-choice.module.css'

type FileHints = Output<typeof withdrawalHints>['hints'][number]

const read = fromContract(withdrawalHints).queryFn
const hintsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readFileHints: build.query<ReadonlyMap<string, FileHints>, readonly string[]>({
      queryFn: async (ids, queryApi) => {
        const found: FileHints[] = []
        for (let at = 0; at < ids.length; at += hintsAtOnce) {
          const { data, error } = await read({ ids: ids.slice(at, at + hintsAtOnce) }, queryApi)
          if (error) return { error }
          found.push(...data.hints)
        }
        return { data: new Map(found.map((one) => [one._id, one])) }
      },
    }),
  }),
})

/** A withdrawal that a payment file may pay. */
export interface Choice extends AdminWithdrawal {
  /** Null until its hints are known. */
  readonly insight: FileHints | null
  /** Why it cannot be in a file now, or null. */
  readonly whyNot: string | null
  /** The server has refused it. */
  readonly isRefused: boolean
}

/** A text that a wide table cuts; the whole text is its title. */
const Cut = ({ text, look }: { text: string; look?: string }): ReactNode => (
  <span className={classNames(styles.cut, look)} title={text}>
    {text}
  </span>
)

/** The columns that pay are first and never cut. Names and e-mails have what is left. */
export const choiceColumns: readonly Column<Choice>[] = [
  amountColumn<Choice>('Amount', ({ amount }) => amount, { place: 'end' }),
  { title: 'Account', text: ({ account }) => account.accountNumber },
  { title: 'IFSC', text: ({ account }) => account.ifsc },
  {
    title: 'Name and player',
    text: ({ account, user }) => `${account.name}, ${user.email}`,
    cell: ({ account, user, risks, insight, whyNot, isRefused }) => (
      <span className={styles.payee}>
        <Cut text={account.name} />
        <Cut text={user.email} look={textClass('mute')} />
        {(whyNot !== null || isRefused) && (
          <Tag tone="bad" icon={Ban}>
            {whyNot ?? 'Refused before: open the withdrawal'}
          </Tag>
        )}
        <RiskTags risks={risks} />
        <HintTags hints={insight?.hints.filter((hint) => !risks.some((risk) => risk === hint)) ?? []} />
        {insight !== null && insight.unknown.length > 0 && (
          <Tag tone="warn" icon={TriangleAlert}>
            Bets could not be checked
          </Tag>
        )}
      </span>
    ),
    place: 'head',
  },
  timeColumn<Choice>('Asked', ({ createdAt }) => createdAt),
]

const noLatin = 'The name has no Latin letters: pay it by hand'

/** Why a withdrawal cannot be in a file of an admin now, or null. */
function whyNotOf(
  { account, payout, needsFirstApproval, firstApproval }: AdminWithdrawal,
  admin: string,
): string | null {
  if (payout !== null) return `Taken by ${payout.by}`
  if (needsFirstApproval || firstApproval?.by === admin) return 'Another admin must approve it first'
  return hasPayableName(account.name) ? null : noLatin
}

/** Whether an admin should look at a withdrawal first. */
const isDoubted = ({ risks, whyNot, isRefused, insight }: Choice): boolean =>
  risks.length > 0 ||
  whyNot !== null ||
  isRefused ||
  insight === null ||
  insight.hints.length + insight.unknown.length > 0

interface ChoiceState {
  readonly listing: Listing<Choice>
  readonly ticked: readonly Choice[]
  readonly ticks: Ticks<Choice>
  /** How many an admin should look at first. */
  readonly doubted: number
  /** Whether the hints of the withdrawals are loading, are known or failed to load. */
  readonly hints: 'loading' | 'known' | 'failed'
  /** Marks withdrawals that the server refused, and removes their ticks. */
  readonly refuse: (ids: readonly string[]) => void
}

/** The withdrawals that a file can pay. Those that the dialog opens with start ticked, except those that need a closer look. */
export function useChoice(): ChoiceState {
  const { username } = useAdmin()
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const all = listingOf(listWithdrawals.useInfiniteQuery({ status: 'pending' }), ({ requests }) => requests)
  const choices = all.rows
    .map((one) => ({ ...one, whyNot: whyNotOf(one, username), isRefused: refusals.includes(one._id) }))
    .filter(({ whyNot, isRefused }) => whyNot === null || whyNot === noLatin || isRefused)
    .slice(0, limits.payout.fileLines)
  const ids = choices.map(({ _id }) => _id)
  const { data, error } = hintsApi.useReadFileHintsQuery(ids, {
    skip: ids.length === 0,
    refetchOnMountOrArgChange: true,
  })
  const hints = data || ids.length === 0 ? 'known' : error ? 'failed' : 'loading'
  const rows = choices.map((one) => ({ ...one, insight: data?.get(one._id) ?? null }))
  const { ticked, ticks } = useTicks(
    { rows, known: all.known && hints !== 'loading' },
    // A new hint or a refusal removes the tick.
    ({ _id, risks, insight }) =>
      [_id, ...risks, ...(insight?.hints ?? []), refusals.filter((id) => id === _id).length].join(' '),
    ({ account, amount }) => `${account.name}, ${formatRupees(amount)}`,
    (row) => !isDoubted(row),
    ({ whyNot }) => hints !== 'loading' && whyNot === null,
  )
  return {
    listing: { ...all, rows, more: rows.length < limits.payout.fileLines ? all.more : null },
    ...{ ticked, ticks, hints, doubted: rows.filter(isDoubted).length },
    refuse: (ids) => setRefusals([...refusals, ...ids]),
  }
}
