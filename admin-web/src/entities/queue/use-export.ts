import { download } from '@kismet/app-kit/download.ts'
import { saveFile } from '@kismet/app-kit/save-file.ts'
import type { FileFormat, Route } from '@kismet/contracts'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import { z } from 'zod'
import { errorDetail } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import type { TableFile } from '../../core/table/table-bar.tsx'
import { toastShown } from '../notices/notices-slice.ts'
import { inSession } from '../session/from-contract.ts'
import { useCommand } from '../session/orders.ts'
import { mayCall } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'

/** A list or report of the server as a file, with the query that narrows it. */
export interface ServerFile<Query> {
  readonly route: Route
  readonly query: z.ZodType<Query, Readonly<Record<string, string | undefined>>>
}

const formats: readonly (readonly [FileFormat, string, Pick<TableFile, 'icon'>])[] = [
  ['csv', 'CSV', {}],
  ['xlsx', 'XLSX', { icon: FileSpreadsheet }],
]

/** The files of the server, CSV and XLSX. The list is empty for a role that may not export. A link cannot fetch a file, because the call needs the token. */
export function useExport<Query>({ route, query: shape }: ServerFile<Query>, query: Query, what = 'list'): TableFile[] {
  const dispatch = useAppDispatch()
  const { role } = useAdmin()
  const { busy, send } = useCommand()
  if (!mayCall(route, role)) return []
  const take = async (format: FileFormat): Promise<void> => {
    const wire = Object.entries(z.encode(shape, query))
    const named = wire.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
    const fields: Record<string, string> = { ...Object.fromEntries(named), format }
    const ended = await send({
      send: (callApi) => inSession(route.path, callApi, (token) => download(route, fields, { token })),
    })
    if (ended?.is === 'done') saveFile(ended.data.name, ended.data)
    else if (ended) dispatch(toastShown('bad', 'Export failed', errorDetail(ended.error)))
  }
  return formats.map(([format, word, icon]) => ({
    label: `Export this ${what} as ${word}`,
    busy,
    take: () => void take(format),
    ...icon,
  }))
}
