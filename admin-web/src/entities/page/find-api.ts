import type { CallError } from '@kismet/app-kit/call-error.ts'
import { adminListDeposits, adminListPlayers, adminListWithdrawals, Id } from '@kismet/contracts'
import type { RequestKind } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { listPath, paths, playerPath, requestPath, roundsPath } from '../../core/paths.ts'
import { fromContract } from '../session/from-contract.ts'

type Context = Parameters<ReturnType<typeof fromContract>['queryFn']>[1]

interface Hit {
  readonly _id: string
  readonly status?: string
}
interface Found {
  readonly hits: readonly Hit[]
  readonly error: CallError | undefined
}
interface Place {
  /** The matches of the text, at most two. */
  readonly read: (search: string, context: Context) => Promise<Found>
  readonly open: (hit: Hit) => string
  readonly list: (search: string) => string
}

const limit = 2
const players = fromContract(adminListPlayers)
const deposits = fromContract(adminListDeposits)
const withdrawals = fromContract(adminListWithdrawals)

const playerPlace: Place = {
  read: async (search, context) => {
    const { data, error } = await players.queryFn({ search, limit }, context)
    return { hits: data?.players ?? [], error }
  },
  open: ({ _id }) => playerPath(_id),
  list: (search) => listPath(paths.players, { search }),
}
const requestPlace = (kind: RequestKind, path: string, read: Place['read']): Place => ({
  read,
  open: ({ _id, status }) => requestPath(kind, _id, status === 'pending' ? undefined : 'all'),
  list: (search) => listPath(path, { status: 'all', search }),
})
const requestPlaces: readonly Place[] = [
  requestPlace('deposit', paths.deposits, async (search, context) => {
    const { data, error } = await deposits.queryFn({ search, limit }, context)
    return { hits: data?.deposits ?? [], error }
  }),
  requestPlace('withdrawal', paths.withdrawals, async (search, context) => {
    const { data, error } = await withdrawals.queryFn({ search, limit }, context)
    return { hits: data?.withdrawals ?? [], error }
  }),
]

/** A number of this length can be a round, an amount or the last digits of a reference. `#` and fewer digits mean a round. */
const number = /^\d{4,9}$/
const roundNumber = /^(#\d{1,9}|\d{1,3})$/
/** An amount of money: with a sign, a thousands separator or decimals. */
const amount = /^(₹\s*\d[\d,]*(\.\d{1,2})?|\d{1,3}(,\d{2,3})+(\.\d{1,2})?|\d+\.\d{1,2})$/

/** The places in the order of the search. An e-mail address is a player's. */
function placesFor(text: string): readonly Place[] {
  if (text.includes('@')) return [playerPlace]
  return number.test(text) || amount.test(text) ? requestPlaces : [playerPlace, ...requestPlaces]
}

/** The path of the result: the only match, the list of all matches, or null without a match. */
async function placeOf(text: string, context: Context): Promise<{ data: string | null } | { error: CallError }> {
  if (roundNumber.test(text)) return { data: roundsPath(text.replace('#', '')) }
  for (const { read, open, list } of placesFor(text)) {
    const { hits, error } = await read(text, context)
    if (error) return { error }
    const [first, ...others] = hits
    if (first) return { data: others.length === 0 ? open(first) : list(text) }
  }
  // The page of rounds looks up bets and rounds, because each look is in the audit log.
  return { data: number.test(text) || Id.safeParse(text.toLowerCase()).success ? roundsPath(text.toLowerCase()) : null }
}

const findApi = api.injectEndpoints({
  endpoints: (build) => ({ find: build.mutation<string | null, string>({ queryFn: placeOf }) }),
})

export const { useFindMutation } = findApi
