import { asCallError } from '@kismet/app-kit/call-error.ts'
import { forgotWithdrawPassword, limits, parseInput, resetWithdrawPassword } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { CodeField } from '@kismet/ui/controls/code-field.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { Drawer } from '@kismet/ui/feedback/modal.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { useInterval } from '@kismet/ui/feedback/use-timeout.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formErrorText } from '../../core/error-text.ts'
import type { FormState, Problem } from '../../core/use-form.ts'
import { useForm } from '../../core/use-form.ts'
import { mutationHook } from '../../entities/session/from-contract.ts'
import { saidOf, useAccountChange } from './use-account-change.ts'
import type { Account } from './withdraw-api.ts'
import { bankText, passwordReset } from './withdraw-api.ts'

const useAsk = mutationHook(forgotWithdrawPassword)

interface ResetTexts {
  otp: string
  withdrawPassword: string
}

const waitHours = limits.withdrawal.accountWaitsMs / 3_600_000

/** The first thing that is wrong, in the order of the form. */
function resetProblem({ otp, withdrawPassword }: ResetTexts): Problem<keyof ResetTexts> | null {
  if (otp.length < limits.otp.length)
    return { field: 'otp', message: () => t`The OTP has ${limits.otp.length} digits.` }
  const password = parseInput(resetWithdrawPassword.input.shape.withdrawPassword, withdrawPassword)
  return password.ok ? null : { field: 'withdrawPassword', message: () => saidOf(password) }
}

interface Code {
  isSent: boolean
  busy: boolean
  /** How long the server mails no other code. */
  waitSeconds: number
  ask: () => Promise<void>
}

/** Asks for a code for one account. */
function useCode(accountId: string, tell: (problem: Problem | null) => unknown): Code {
  const [askCode, { isLoading: busy }] = useAsk()
  const [isSent, setSent] = useState(false)
  const [waitSeconds, setWait] = useState(0)
  useInterval(() => setWait(0), waitSeconds > 0 ? waitSeconds * 1_000 : null)
  const ask = async (): Promise<void> => {
    tell(null)
    const { error } = await askCode({ accountId })
    const failure = error ? asCallError(error) : null
    if (failure) tell({ message: () => formErrorText(failure, t`Failed to send OTP.`) })
    // A code was mailed a moment ago, perhaps before this drawer was closed and opened again.
    const isUnderWay = failure?.code === 'too_many_requests'
    if (failure === null || isUnderWay) setSent(true)
    setWait(failure === null ? limits.otp.resendAfterMs / 1_000 : (failure.retryAfterSeconds ?? 0))
  }
  return { isSent, busy, waitSeconds, ask }
}

/** What is typed once a code is on its way. */
function CodeFields({ form }: { form: FormState<ResetTexts, keyof ResetTexts> }): ReactNode {
  const { values, change, field, errorOf } = form
  return (
    <>
      <p className={textClass('small', 'muted')} role="status">
        {t`We sent an OTP to your email. A newer OTP replaces it.`}
      </p>
      <CodeField
        label={t`OTP`}
        name={'otp' satisfies keyof ResetTexts}
        length={limits.otp.length}
        code={values.otp}
        error={errorOf('otp')}
        onCode={(otp) => change({ otp })}
        autoFocus
      />
      <PasswordField
        {...field('withdrawPassword')}
        label={t`New withdraw password`}
        autoComplete="off"
        hint={t`You need it for every withdrawal to this account and for every change of the account.`}
      />
    </>
  )
}

/** A forgotten withdraw password: a code by mail, and then a new password. */
export function ForgotDialog({ account, onClose }: { account: Account; onClose: () => void }): ReactNode {
  const { accountId } = account
  const { busy, executeOrder } = useAccountChange(onClose)
  const form = useForm<ResetTexts>({ otp: '', withdrawPassword: '' }, busy)
  const { values, remark, tell } = form
  const code = useCode(accountId, tell)
  const submit = async (): Promise<void> => {
    if (!code.isSent) {
      await code.ask()
      return
    }
    if (tell(resetProblem(values))) return
    await executeOrder(passwordReset(account, { accountId, ...values }), tell, {
      done: () => t`New withdraw password saved. Withdrawals to this account are possible in ${waitHours} hours.`,
      failed: () => t`Error updating account`,
      fields: { invalid_code: 'otp' },
    })
  }
  return (
    <Drawer title={t`Forgot withdraw password?`} onClose={onClose}>
      <Form onSubmit={submit}>
        <p>
          <b>{account.name}</b> · <span className={textClass('mono')}>{bankText(account)}</span>
        </p>
        <Notice>
          {t`For your safety, withdrawals to this account are possible ${waitHours} hours after the change. Your balance stays as it is.`}
        </Notice>
        {code.isSent ? (
          <CodeFields form={form} />
        ) : (
          <p
            className={textClass('small', 'muted')}
          >{t`We send an OTP to your email. With it you choose a new password.`}</p>
        )}
        {remark !== undefined && <Notice tone="bad">{remark}</Notice>}
        <Button type="submit" kind="primary" big busy={busy || (code.busy && !code.isSent)}>
          {code.isSent ? t`Save new password` : t`Send OTP`}
        </Button>
        {code.isSent && (
          <Button kind="quiet" busy={code.busy} off={code.waitSeconds > 0} onClick={() => void code.ask()}>
            {t`Resend OTP`}
          </Button>
        )}
      </Form>
    </Drawer>
  )
}
