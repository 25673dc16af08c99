import { download } from '@kismet/app-kit/download.ts'
import { saveFile } from '@kismet/app-kit/save-file.ts'
import { z } from 'zod'
import { errorDetail } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { fileName } from '../../core/table/csv.ts'
import type { TableFile } from '../../core/table/table-bar.tsx'
import { noticeShown } from '../notices/notices-slice.ts'
import { inSession } from '../session/from-contract.ts'
import { useCommand } from '../session/orders.ts'
import { mayCall } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'
import type { QueuePort, QueueQuery, QueueRequest } from './request.ts'

/** The list with its filters as a file of the server, or null for a role that may not export it. A link cannot fetch the file, because the call needs the token. */
export function useExport<Request extends QueueRequest>(
  { table, file: { route, query: shape } }: QueuePort<Request>,
  query: QueueQuery,
): TableFile | null {
  const dispatch = useAppDispatch()
  const { role } = useAdmin()
  const { busy, send } = useCommand()
  if (!mayCall(route, role)) return null
  const fields = Object.fromEntries(
    Object.entries(z.encode(shape, query)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const take = async (): Promise<void> => {
    const ended = await send({
      send: (callApi) => inSession(route.path, callApi, (token) => download(route, fields, { token })),
    })
    if (ended?.is === 'done') saveFile(fileName(table.label), ended.data)
    else if (ended) dispatch(noticeShown('bad', 'Export failed', errorDetail(ended.error)))
  }
  return { label: 'Export this list as CSV', busy, take: () => void take() }
}
