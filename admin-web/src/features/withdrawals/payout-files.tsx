import { download } from '@kismet/app-kit/download.ts'
import { selectIsOffline } from '@kismet/app-kit/live/connection-slice.ts'
import { saveFile } from '@kismet/app-kit/save-file.ts'
import {
  createPayoutFile,
  downloadPayoutFile,
  exportPayoutFiles,
  listPayoutFiles,
  PayoutFormat,
  payoutFormats,
  releasePayoutFile,
} from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Options, SelectField } from '@kismet/ui/controls/text-field.tsx'
import { confirm, openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { ConfirmDialog } from '@kismet/ui/feedback/dialog.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import Banknote from 'lucide-react/icons/banknote'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import { errorDetail } from '../../core/error-text.ts'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { amountColumn, countColumn, listingOf, timeColumn } from '../../core/table/table.ts'
import type { Column } from '../../core/table/table.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import { ExportButtons } from '../../entities/queue/export-buttons.tsx'
import { fromContract, fromMoneyContract, inSession } from '../../entities/session/from-contract.ts'
import { useCommand, useOrder } from '../../entities/session/orders.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { choiceColumns, useChoice } from './payout-choice.tsx'
import type { Choice } from './payout-choice.tsx'

type File = Output<typeof listPayoutFiles>['files'][number]

const formatWords: Readonly<Record<PayoutFormat, string>> = {
  generic: 'Spreadsheet (CSV)',
  hdfc: 'HDFC Bank, ENet',
  icici: 'ICICI Bank, Corporate Internet Banking',
  sbi: 'State Bank of India, bulk payments',
}

const filesOf = fromContract(listPayoutFiles)
const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPayoutFiles: build.infiniteQuery<Output<typeof listPayoutFiles>, Record<string, never>, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next },
      queryFn: ({ pageParam: before }, queryApi) => filesOf.queryFn(before === null ? {} : { before }, queryApi),
      providesTags: ['PayoutFiles', 'Withdrawals'],
    }),
  }),
})

/** Saves a payment file, as long as all of its withdrawals are being paid. */
function useDownload(): (file: File) => Promise<void> {
  const dispatch = useAppDispatch()
  const { send } = useCommand()
  const { route } = downloadPayoutFile
  return async ({ _id: id, fileName }) => {
    const ended = await send({
      send: (callApi) => inSession(route.path, callApi, (token) => download(route, { id }, { token })),
    })
    if (ended?.is === 'done') saveFile(fileName, ended.data)
    else if (ended) dispatch(toastShown('bad', 'Download failed', errorDetail(ended.error)))
  }
}

const fileColumns: readonly Column<File>[] = [
  { title: 'File', text: ({ fileName }) => fileName, place: 'head' },
  timeColumn<File>('Made', ({ at }) => at),
  { title: 'By', text: ({ by }) => by },
  countColumn<File>('Lines', ({ count }) => count),
  amountColumn<File>('Amount', ({ amount }) => amount, { place: 'end' }),
  countColumn<File>('Open', ({ open }) => open),
]

/** The files that were made. A file is downloaded again only while all of its lines are open. */
function Files(): ReactNode {
  const { username, role } = useAdmin()
  const save = useDownload()
  const change = useChange('PayoutFiles', 'Withdrawals')
  const listing = listingOf(filesApi.useListPayoutFilesInfiniteQuery({}), ({ files }) => files)
  const release = (file: File): void =>
    void confirm({
      title: `Release ${countText(file.open, 'line')} of ${file.fileName}?`,
      icon: Undo2,
      action: 'Release',
      isDangerous: true,
      body: 'The file did not go to the bank, and will not go there. Its withdrawals can then be paid in another way.',
      run: () => change(releasePayoutFile, { id: file._id }, `The payouts of ${file.fileName} have ended.`),
    })
  const actions: Column<File> = {
    title: 'Actions',
    text: () => '',
    cell: (file) => (
      <Row as="span" gap={2}>
        {file.open === file.count && <Button onClick={() => void save(file)}>Download</Button>}
        {file.open > 0 && (file.by === username || role === 'owner') && (
          <Button onClick={() => release(file)}>Release</Button>
        )}
      </Row>
    ),
    place: 'line',
  }
  return (
    <DataTable
      table={{
        label: 'Payment files',
        idOf: ({ _id: id }: File) => id,
        columns: [...fileColumns, actions],
      }}
      listing={listing}
      usualRows={3}
      empty={{ icon: FileSpreadsheet, title: 'No payment file was made yet' }}
    />
  )
}

const create = fromMoneyContract(createPayoutFile).queryFn

/** Why no file was made, and the withdrawals that the server refused. */
interface NoFile {
  readonly text: string
  readonly refused: readonly string[]
}

const Refused = ({ text, refused }: NoFile): ReactNode => (
  <Notice tone="bad">
    {text}
    {refused.length > 0 && ' They are marked below, and not ticked. Make the file of the others.'}
  </Notice>
)

/** Makes a file of withdrawals and saves it. @returns a function that returns what is wrong, or null for a file */
function useMakeFile(): (ids: readonly string[], format: PayoutFormat) => Promise<NoFile | null> {
  const dispatch = useAppDispatch()
  const save = useDownload()
  const { send } = useOrder({ name: 'payment file', draft: z.null(), empty: null, facts: z.null(), untilLogout: true })
  return async (ids, format) => {
    const input = { ids: [...ids], format }
    const ended = await send({
      intent: JSON.stringify(input),
      facts: null,
      send: (callApi, { key }) => create({ input, idempotencyKey: key }, callApi),
    })
    dispatch(api.util.invalidateTags(['PayoutFiles', 'Withdrawals']))
    if (ended?.is !== 'done') {
      const error = ended?.error
      const refused = error?.code === 'payout_file_refused' ? (error.params?.ids ?? []) : []
      return { text: (ended && errorDetail(ended.error)) ?? 'The file was not made.', refused }
    }
    const { file } = ended.data
    await save(file)
    const text = `${file.fileName} has ${countText(file.count, 'withdrawal')}. Upload it at the bank once.`
    dispatch(toastShown('good', 'Payment file made', text))
    return null
  }
}

/** How many of the withdrawals are ticked. */
function footText({ hints, ticked, listing, doubted }: ReturnType<typeof useChoice>): string {
  if (hints === 'loading') return 'Loading the risk hints.'
  const doubt = doubted === 0 ? '' : `, ${formatCount(doubted)} ${doubted === 1 ? 'needs' : 'need'} a closer look`
  return `${ticked.length} of ${countText(listing.rows.length, 'withdrawal')}${doubt}`
}

/** Chooses the withdrawals of a payment file, makes the file and saves it. */
function PayoutFileDialog({ onClose }: { onClose: () => void }): ReactNode {
  const make = useMakeFile()
  const choice = useChoice()
  const { listing, ticked, ticks, hints, refuse } = choice
  const isOffline = useAppSelector(selectIsOffline)
  const [format, setFormat] = useState<PayoutFormat>('generic')
  const [problem, setProblem] = useState<NoFile | null>(null)
  const onConfirm = async (): Promise<void> => {
    setProblem(null)
    const ids = ticked.map(({ _id }) => _id)
    const wrong = await make(ids, format)
    if (wrong === null) {
      onClose()
      return
    }
    refuse(wrong.refused)
    setProblem(wrong)
  }
  return (
    <ConfirmDialog
      title="Payment file"
      icon={Banknote}
      action={`Make file, ${formatRupees(ticked.reduce((total, { amount }) => total + amount, 0))}`}
      isWide
      isOff={ticked.length === 0 || isOffline}
      foot={footText(choice)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        The withdrawals of a file are being paid until they are marked as paid or released. Upload the file at the bank
        once.
      </p>
      <SelectField
        label="Format"
        hint="Test the format of your bank with one small payment first."
        value={format}
        onChange={({ target }) => setFormat(PayoutFormat.catch('generic').parse(target.value))}
      >
        <Options of={payoutFormats.map((value) => [value, formatWords[value]])} />
      </SelectField>
      {problem !== null && <Refused {...problem} />}
      {hints === 'failed' && <Notice tone="warn">The risk hints are not available. No withdrawal is ticked.</Notice>}
      {isOffline && (
        <Notice tone="warn">
          <b>This browser is offline.</b> You can make a file once the connection is back. A file that you ordered
          before is made then: do not order it again.
        </Notice>
      )}
      <DataTable
        table={{ label: 'Withdrawals to pay', idOf: ({ _id }: Choice) => _id, columns: choiceColumns }}
        listing={listing}
        ticks={ticks}
        usualRows={4}
        empty={{ icon: Banknote, title: 'No withdrawal can be paid by a file now' }}
      />
      <Row wrap spread gap={2}>
        <h3>Earlier files</h3>
        <ExportButtons file={exportPayoutFiles} query={{}} what="list of payment files" />
      </Row>
      <Files />
    </ConfirmDialog>
  )
}

/** Opens the payment files. */
export function PayoutFilesButton(): ReactNode {
  const { role } = useAdmin()
  if (!mayCall(createPayoutFile.route, role)) return null
  return (
    <Button icon={FileSpreadsheet} onClick={() => void openDialog((close) => <PayoutFileDialog onClose={close} />)}>
      Payment file
    </Button>
  )
}
