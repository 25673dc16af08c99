import { download } from '@kismet/app-kit/download.ts'
import type { CallResult } from '@kismet/app-kit/call.ts'
import { useState } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { useAppDispatch } from '../../core/store.ts'
import { saveFile } from '@kismet/app-kit/save-file.ts'
import { fileName } from '../../core/table/csv.ts'
import type { TableFile } from '../../core/table/table-bar.tsx'
import { useTell } from '../notices/use-tell.ts'
import { inSession } from '../session/from-contract.ts'
import { mayCall } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'
import type { DeskPort, QueueQuery, QueueRequest } from './request.ts'

/** The list with its filters as the server's file, for the roles that may take it away; null for the others. A file cannot be fetched by a link: the token goes with the call. */
export function useExport<Request extends QueueRequest, Query extends QueueQuery>(
  { table, file: { route, fieldsOf } }: DeskPort<Request, Query>,
  query: Query,
): TableFile | null {
  const dispatch = useAppDispatch()
  const tell = useTell()
  const { role } = useAdmin()
  const [busy, setBusy] = useState(false)
  if (!mayCall(route, role)) return null
  const fields = Object.fromEntries(
    Object.entries(fieldsOf(query)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const fetched = (send: AppDispatch, getState: () => RootState): Promise<CallResult<Blob>> =>
    inSession(route.path, { dispatch: send, getState }, (token) => download(route, fields, { token }))
  const take = async (): Promise<void> => {
    setBusy(true)
    const { data, error } = await dispatch(fetched)
    setBusy(false)
    if (data) saveFile(fileName(table.label), data)
    else tell('bad', 'Export failed', errorDetail(error))
  }
  return { label: 'Export this list as CSV', busy, take: () => void take() }
}
