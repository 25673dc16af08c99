import { asCallError, unanswered } from '@kismet/app-kit/call-error.ts'
import { download } from '@kismet/app-kit/download.ts'
import { getDepositProof } from '@kismet/contracts'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatTimeOfYear } from '@kismet/ui/format/time.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { filesApi } from '../../core/api.ts'
import { formErrorText } from '../../core/error-text.ts'
import { Link } from '../../core/link.tsx'
import { paths } from '../../core/paths.ts'
import { rejectionReasonText } from '../../core/rejection-reason.ts'
import { inSession } from '../../entities/session/from-contract.ts'
import { BetterProof } from './better-proofs.tsx'
import { methodNames } from './deposit-rules.ts'
import styles from './deposit.module.css'
import type { OwnDeposit } from './own-deposits.ts'
import { awaitsProof } from './own-deposits.ts'

/** Pages of own proofs, as addresses of pictures. A picture in the page cannot send the token of the player. */
const proofApi = filesApi.injectEndpoints({
  endpoints: (build) => ({
    getOwnProof: build.query<string, { id: string; page: number }>({
      queryFn: async ({ id, page }, queryApi) => {
        const { data, error } = await inSession(getDepositProof.route.path, queryApi, (token) =>
          download(getDepositProof.route, { id, page: String(page) }, { token }),
        )
        if (error) return { error }
        return data.type === getDepositProof.output.picture
          ? { data: URL.createObjectURL(data) }
          : { error: unanswered('malformed') }
      },
      keepUnusedDataFor: 0,
      onCacheEntryAdded: async (_, { cacheDataLoaded, cacheEntryRemoved }) => {
        const loaded = await cacheDataLoaded.catch(() => null)
        await cacheEntryRemoved
        if (loaded) URL.revokeObjectURL(loaded.data)
      },
    }),
  }),
})

const proofRows = 5

function ProofPage({ id, page }: { id: string; page: number }): ReactNode {
  const { data, error, isFetching, refetch } = proofApi.useGetOwnProofQuery({ id, page })
  if (data !== undefined) return <img className={styles.proof} src={data} alt={t`Proof, page ${page}`} />
  if (!error) return <Skeleton rows={proofRows} />
  const failure = asCallError(error)
  const title = formErrorText(failure, t`The proof could not be loaded`)
  return <ErrorState title={title} busy={isFetching} onRetry={() => void refetch()} />
}

/** What the player does after a rejection, by its ready reason. */
const nextSteps: Readonly<Record<string, () => string>> = {
  'UTR not found at the bank': () =>
    t`Check the UTR in your bank app. If you made a typing error, send a new request with the right UTR.`,
  'UTR used before': () => t`If you made a different payment, send a new request with the UTR of that payment.`,
  'Amount differs': () => t`Send a new request with the amount that you paid and the same UTR.`,
  'Proof not readable': () => t`Send a new request with the same UTR and a clear screenshot or PDF.`,
  'Paid from another name': () => t`Pay from an account in your own name. Ask support about the payment that you made.`,
}

function NextStep({ reason }: { reason: string | null }): ReactNode {
  const step = nextSteps[reason ?? '']?.() ?? t`If you have paid, ask support about this payment.`
  return (
    <>
      {step}{' '}
      <Link className={textClass('link')} to={paths.support}>
        {t`Write to support`}
      </Link>
    </>
  )
}

/** A value that the player quotes. */
function Code({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <>
      <span className={textClass('mono')}>{text}</span> <Copied text={text} label={label} />
    </>
  )
}

/** All that the service knows of an own deposit, with the pictures of its proof until they are deleted. */
export function DepositDetails({ deposit }: { deposit: OwnDeposit }): ReactNode {
  const {
    _id: id,
    amount,
    method,
    utr,
    status,
    adminReason,
    createdAt,
    decidedAt,
    proofDeletedAt,
    proofPages,
    payTo,
    note,
  } = deposit
  return (
    <Stack gap={4}>
      {awaitsProof(deposit) && <BetterProof deposit={deposit} onSent={() => undefined} />}
      <KeyValues
        rows={[
          { name: t`Amount`, value: formatRupees(amount) },
          { name: t`Status`, value: <StatusTag status={status} /> },
          { name: t`Method`, value: methodNames[method]() },
          {
            name: t`UTR/Reference number`,
            value: <Code text={utr} label={t`Copy the reference`} />,
          },
          ...(payTo ? [{ name: t`Account to pay to`, value: payTo.address ?? payTo.name }] : []),
          ...(note ? [{ name: t`Note for the payment`, value: <Code text={note} label={t`Copy note`} /> }] : []),
          { name: t`Request id`, value: <Code text={id.slice(-6)} label={t`Copy the request id`} /> },
          { name: t`Requested`, value: formatTimeOfYear(createdAt) },
          ...(decidedAt === null ? [] : [{ name: t`Decided`, value: formatTimeOfYear(decidedAt) }]),
          ...(adminReason === null || adminReason === ''
            ? []
            : [{ name: t`Reason`, value: rejectionReasonText(adminReason) }]),
          ...(status === 'rejected' ? [{ name: t`What to do`, value: <NextStep reason={adminReason} /> }] : []),
        ]}
      />
      {proofDeletedAt === null ? (
        Array.from({ length: proofPages }, (_, at) => <ProofPage key={at} id={id} page={at + 1} />)
      ) : (
        <p
          className={textClass('small', 'muted')}
        >{t`The proof was deleted on ${formatTimeOfYear(proofDeletedAt)}.`}</p>
      )}
    </Stack>
  )
}
