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
import { rejectionReasonText } from '../../core/rejection-reason.ts'
import { inSession } from '../../entities/session/from-contract.ts'
import type { OwnDeposit } from './deposit-rules.ts'
import { methodNames } from './deposit-rules.ts'
import styles from './deposit.module.css'

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
  } = deposit
  return (
    <Stack gap={4}>
      <KeyValues
        rows={[
          { name: t`Amount`, value: formatRupees(amount) },
          { name: t`Status`, value: <StatusTag status={status} /> },
          { name: t`Method`, value: methodNames[method]() },
          {
            name: t`UTR/Reference number`,
            value: (
              <>
                <span className={textClass('mono')}>{utr}</span> <Copied text={utr} label={t`Copy the reference`} />
              </>
            ),
          },
          { name: t`Requested`, value: formatTimeOfYear(createdAt) },
          ...(decidedAt === null ? [] : [{ name: t`Decided`, value: formatTimeOfYear(decidedAt) }]),
          ...(adminReason === null || adminReason === ''
            ? []
            : [{ name: t`Reason`, value: rejectionReasonText(adminReason) }]),
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
