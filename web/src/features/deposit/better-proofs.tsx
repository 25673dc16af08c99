import type { BetterProofReason, OrOther } from '@kismet/contracts'
import { postBetterProof } from '@kismet/contracts'
import { upload, useUploadProgress } from '@kismet/app-kit/upload.ts'
import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { FileField } from '@kismet/ui/controls/file-field.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { shortReference } from '@kismet/ui/format/number.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { api } from '../../core/api.ts'
import { formErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { requestFailed } from '../../entities/requests/request-outcome.tsx'
import { useCommand } from '../../entities/session/orders.ts'
import { inSession } from '../../entities/session/from-contract.ts'
import { isOfProof, proofProblem, proofTypes } from './deposit-rules.ts'
import type { OwnDeposit } from './own-deposits.ts'
import { useOwnDeposits, awaitsProof } from './own-deposits.ts'

/** Why a proof was not enough. A note of the casino says more. */
const reasons: Readonly<Record<OrOther<BetterProofReason>, () => string>> = {
  unreadable: () => t`We cannot read your proof.`,
  cut_off: () => t`Your proof is cut off.`,
  no_utr: () => t`Your proof does not show the UTR/Reference number.`,
  other_payment: () => t`Your proof is of another payment.`,
  see_note: () => t`Your proof is not enough.`,
  other: () => t`Your proof is not enough.`,
}

/** After half a minute the player decides. */
const timesAsked = 7

/** The chosen file of a request, and how it is sent. An upload with the key of an earlier one counts once. */
function useBetterProof(
  id: string,
  onSent: () => void,
): {
  proof: File | null
  problem: string | undefined
  busy: boolean
  choose: (proof: File | null) => void
  submit: () => Promise<void>
} {
  const dispatch = useAppDispatch()
  const { busy, send } = useCommand()
  const [proof, setProof] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const choose = (chosen: File | null): void => {
    setProof(chosen)
    setProblem(chosen === null ? undefined : proofProblem(chosen)?.message())
  }
  const submit = async (): Promise<void> => {
    const wrong = proofProblem(proof)
    if (wrong || !proof) {
      setProblem(wrong?.message())
      return
    }
    const post = (
      callApi: CallApi,
      { key }: { key: string },
    ): Promise<OrderAnswer<z.output<typeof postBetterProof.output>>> =>
      inSession(postBetterProof.route.path, callApi, (token) =>
        upload(postBetterProof, { proof }, { token, signal: callApi.signal, idempotencyKey: key }, { id }),
      )
    const intent = JSON.stringify([id, proof.name, proof.size, proof.lastModified])
    const ended = await send({ intent, send: post, look: post, times: timesAsked })
    if (ended === null) return
    dispatch(api.util.invalidateTags(['Deposits']))
    if (ended.is === 'done') {
      dispatch(toastShown('good', t`Proof sent`))
      onSent()
    } else if (isOfProof(ended.error)) setProblem(formErrorText(ended.error, t`Error sending the proof`))
    else dispatch(requestFailed(ended, t`Error sending the proof`))
  }
  return { proof, problem, busy, choose, submit }
}

/** What is asked of one request, and the upload of the new proof. */
export function BetterProof({ deposit, onSent }: { deposit: OwnDeposit; onSent: () => void }): ReactNode {
  const { _id, amount, utr, betterProof } = deposit
  const { proof, problem, busy, choose, submit } = useBetterProof(_id, onSent)
  const sending = useUploadProgress(postBetterProof)
  if (!betterProof) return null
  return (
    <Panel title={t`We need a better proof`}>
      <Form aria-label={t`Better proof`} onSubmit={submit}>
        <Stack gap={4}>
          <p role="status">
            {t`${formatRupees(amount)}, reference ${shortReference(utr)}.`} {reasons[betterProof.reason]()}
          </p>
          {betterProof.note !== null && <p className={textClass('muted')}>{betterProof.note}</p>}
          <p className={textClass('small', 'muted')}>
            {t`Your request stays pending. Send a new picture or PDF of the same payment.`}
          </p>
          <FileField
            name="betterProof"
            label={t`New proof (image or PDF)`}
            prompt={t`Add the payment screenshot or PDF`}
            accept={proofTypes}
            file={proof}
            error={problem}
            sending={busy ? sending : null}
            onFile={choose}
          />
          <Button type="submit" kind="primary" busy={busy}>
            {t`Send proof`}
          </Button>
        </Stack>
      </Form>
    </Panel>
  )
}

/**
 * The own requests that wait for a better proof. They may come late. They stand last, so that the form keeps its place, and a toast tells of
 * them. `onSent` comes before the panel of a sent one goes.
 */
export function BetterProofs({ onSent }: { onSent: () => void }): ReactNode {
  const dispatch = useAppDispatch()
  const { data = [] } = useOwnDeposits()
  const awaited = data.filter(awaitsProof)
  const isAwaited = awaited.length > 0
  useEffect(() => {
    if (isAwaited)
      dispatch(toastShown('note', t`We need a better proof of a deposit. Send the proof at the end of this page.`))
  }, [isAwaited, dispatch])
  return awaited.map((deposit) => <BetterProof key={deposit._id} deposit={deposit} onSent={onSent} />)
}
