import type { CallError } from '@kismet/app-kit/call-error.ts'
import { saveFile } from '@kismet/app-kit/save-file.ts'
import {
  downloadAccountStatement,
  getLimits,
  getOwnAccount,
  getProfile,
  limits,
  listAccounts,
  listDeposits,
  listWithdrawals,
} from '@kismet/contracts'
import type { NoInput, PageQuery } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { z } from 'zod'
import { filesApi } from '../../core/api.ts'
import { toastErrorText } from '../../core/error-text.ts'
import { paths } from '../../core/paths.ts'
import { useAppDispatch } from '../../core/store.ts'
import { failureShown } from '../../entities/notices/notices-slice.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

type QueryApi = Parameters<ReturnType<typeof fromContract>['queryFn']>[1]
type Own<I extends z.ZodType, R extends z.ZodType> = Parameters<typeof fromContract<I, R>>[0]
type Read = Promise<{ data: unknown; error?: never } | { error: CallError; data?: never }>

/** So many requests of a kind are in the file: more than anybody sends. */
const mostPages = 100

/** Everything of the player's own that the services tell, in its wire form (amounts in rupees). No answer has a password in it. */
function ownParts(queryApi: QueryApi): Readonly<Record<string, () => Read>> {
  const one =
    <R extends z.ZodType>(operation: Own<typeof NoInput, R>) =>
    async (): Read => {
      const { data, error } = await fromContract(operation).queryFn({}, queryApi)
      return error ? { error } : { data: z.encode(operation.output, data) }
    }
  const all =
    <R extends z.ZodType<{ nextCursor: string | null }>>(
      operation: Own<typeof PageQuery, R>,
      rowsOf: (page: z.input<R>) => readonly unknown[],
    ) =>
    async (): Read => {
      const rows: unknown[] = []
      for (let page = 0, next: { cursor?: string } = {}; page < mostPages; page += 1) {
        const { data, error } = await fromContract(operation).queryFn({ limit: limits.listRows, ...next }, queryApi)
        if (error) return { error }
        rows.push(...rowsOf(z.encode(operation.output, data)))
        if (data.nextCursor === null) break
        next = { cursor: data.nextCursor }
      }
      return { data: rows }
    }
  return {
    account: one(getOwnAccount),
    profile: one(getProfile),
    saferPlay: one(getLimits),
    bankAccounts: one(listAccounts),
    deposits: all(listDeposits, ({ deposits }) => deposits),
    withdrawals: all(listWithdrawals, ({ withdrawals }) => withdrawals),
  }
}

/** Reads the parts one after the other. The first part that cannot be read ends the file. */
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

const accountFilesApi = filesApi.injectEndpoints({
  endpoints: (build) => ({
    saveOwnData: build.mutation<null, undefined>({ queryFn: (_, queryApi) => saveOwnData(queryApi) }),
  }),
})

const { useSaveOwnDataMutation } = accountFilesApi

/** What is held of the player, to take away. */
export function DataPanel(): ReactNode {
  const dispatch = useAppDispatch()
  const [save, { isLoading }] = useSaveOwnDataMutation()
  const onSave = async (): Promise<void> => {
    const { error } = await save(undefined)
    if (error) dispatch(failureShown(error, (failed) => toastErrorText(failed, t`The file could not be downloaded`)))
  }
  return (
    <Panel title={t`Your data`}>
      <p className={textClass('small', 'muted')}>
        {t`Download a JSON file with your profile, sessions, limits, bank accounts, deposits and withdrawals. The file has no passwords.`}
      </p>
      <Button icon={ArrowDownToLine} busy={isLoading} onClick={() => void onSave()}>
        {t`Download my data`}
      </Button>
      <p className={textClass('key')}>
        <Trans>
          Your bets are in the CSV of your <Link to={paths.accountStatement}>account statement</Link>. Their seeds are
          under <Link to={paths.fairness}>Fairness</Link>.
        </Trans>
      </p>
    </Panel>
  )
}
