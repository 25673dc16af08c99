import type { CallError } from '@kismet/app-kit/call-error.ts'
import type { CallResult } from '@kismet/app-kit/call.ts'
import { saveFile } from '@kismet/app-kit/save-file.ts'
import {
  changePassword,
  downloadAccountStatement,
  endOtherSessions,
  endOwnSession,
  getLimits,
  getOwnAccount,
  getProfile,
  listAccounts,
  listDeposits,
  listWithdrawals,
} from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { z } from 'zod'
import { api, filesApi } from '../../core/api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

export type OwnAccount = Output<typeof getOwnAccount>
export type OwnSession = OwnAccount['sessions'][number]

type QueryApi = Parameters<ReturnType<typeof fromContract>['queryFn']>[1]

const pageRows = 200
/** So many requests of a kind are in the file: more than anybody sends. */
const mostPages = 100

/** What was read in its wire form (amounts in rupees), or why it was not. */
type Read = { data: unknown; error?: never } | { error: CallError; data?: never }

/** All pages of a list, oldest page last. */
async function readAll<Page extends { nextCursor: string | null }>(
  read: (page: { limit: number; cursor?: string }) => Promise<CallResult<Page>>,
  rowsOf: (page: Page) => readonly unknown[],
): Promise<Read> {
  const rows: unknown[] = []
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const { data, error }: CallResult<Page> = await read({ limit: pageRows, ...(cursor === null ? {} : { cursor }) })
    if (error) return { error }
    rows.push(...rowsOf(data))
    cursor = data.nextCursor
    if (cursor === null) break
  }
  return { data: rows }
}

const asWire = <R extends z.ZodType>(output: R, { data, error }: CallResult<z.output<R>>): Read =>
  error ? { error } : { data: z.encode(output, data) }

/** Everything of the player's own that the services tell, each part by the call that the pages make too. No answer has a password in it. */
function ownParts(queryApi: QueryApi): Readonly<Record<string, () => Promise<Read>>> {
  return {
    account: async () => asWire(getOwnAccount.output, await fromContract(getOwnAccount).queryFn({}, queryApi)),
    profile: async () => asWire(getProfile.output, await fromContract(getProfile).queryFn({}, queryApi)),
    saferPlay: async () => asWire(getLimits.output, await fromContract(getLimits).queryFn({}, queryApi)),
    bankAccounts: async () => asWire(listAccounts.output, await fromContract(listAccounts).queryFn({}, queryApi)),
    deposits: () =>
      readAll(
        (page) => fromContract(listDeposits).queryFn(page, queryApi),
        (page) => z.encode(listDeposits.output, page).deposits,
      ),
    withdrawals: () =>
      readAll(
        (page) => fromContract(listWithdrawals).queryFn(page, queryApi),
        (page) => z.encode(listWithdrawals.output, page).withdrawals,
      ),
  }
}

/** Reads the parts one after the other. A file that lacks one is none: the first that cannot be read ends it. */
async function saveOwnData(queryApi: QueryApi): Promise<{ data: null } | { error: CallError }> {
  const file: Record<string, unknown> = {
    exportedAt: new Date().toISOString(),
    statement: new URL(downloadAccountStatement.route.path, location.origin).href,
  }
  for (const [name, read] of Object.entries(ownParts(queryApi))) {
    const { data, error } = await read()
    if (error) return { error }
    file[name] = data
  }
  saveFile('kismet-my-data.json', new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
  return { data: null }
}

/** The own account: its sessions, its password, its end. */
const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnAccount: build.query(fromContract(getOwnAccount)),
    endOwnSession: build.mutation(fromContract(endOwnSession)),
    endOtherSessions: build.mutation(fromContract(endOtherSessions)),
    changePassword: build.mutation(fromContract(changePassword)),
  }),
})

const accountFilesApi = filesApi.injectEndpoints({
  endpoints: (build) => ({
    saveOwnData: build.mutation<null, undefined>({ queryFn: (_, queryApi) => saveOwnData(queryApi) }),
  }),
})

export const {
  useGetOwnAccountQuery,
  useEndOwnSessionMutation,
  useEndOtherSessionsMutation,
  useChangePasswordMutation,
} = accountApi
export const { useSaveOwnDataMutation } = accountFilesApi
