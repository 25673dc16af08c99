import { deleteDrafts } from '@kismet/app-kit/drafts.ts'
import { closeAccount, limits } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Ban from 'lucide-react/icons/ban'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Lock from 'lucide-react/icons/lock'
import Scale from 'lucide-react/icons/scale'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from '../../core/link.tsx'
import { formErrorText } from '../../core/error-text.ts'
import { paths } from '../../core/paths.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { useForm } from '../../core/use-form.ts'
import { selectBalancePaise } from '../../entities/session/balance-slice.ts'
import { fromContract } from '../../entities/session/from-contract.ts'
import { useCommand } from '../../entities/session/orders.ts'
import { sessionEnded } from '../../entities/session/session-slice.ts'
import styles from './account.module.css'

const close = fromContract(closeAccount).queryFn

function Meaning({ icon, title, children }: { icon: Glyph; title: string; children: ReactNode }): ReactNode {
  return (
    <li>
      <Icon of={icon} />
      <h3>{title}</h3>
      <p className={textClass('small', 'muted')}>{children}</p>
    </li>
  )
}

/** The form. It requires the password and a confirmation that the player understands what closing means. */
function CloseForm(): ReactNode {
  const dispatch = useAppDispatch()
  const [isUnderstood, setUnderstood] = useState(false)
  const { busy, send } = useCommand()
  const { values, field, remark, tell } = useForm({ password: '' }, busy)
  const submit = async (): Promise<void> => {
    if (values.password === '') {
      tell({ field: 'password', message: () => t`Please enter your password.` })
      return
    }
    const ended = await send({ send: (callApi) => close(values, callApi) })
    if (ended === null) return
    if (ended.is === 'done') {
      deleteDrafts()
      dispatch(sessionEnded('closed'))
      return
    }
    const { is, error } = ended
    const message = (): string =>
      is === 'lost'
        ? t`We could not confirm that your account is closed. Please try again.`
        : formErrorText(error, t`The account could not be closed`)
    tell({ message, ...(error.code === 'wrong_password' && { field: 'password' as const }) })
  }
  return (
    <Form className={styles.closing} onSubmit={submit}>
      <Checkbox checked={isUnderstood} onChange={setUnderstood}>
        {t`I understand that my account cannot be reopened`}
      </Checkbox>
      {isUnderstood && (
        <PasswordField {...field('password')} label={t`Your password`} icon={Lock} autoComplete="current-password" />
      )}
      {remark !== undefined && <Notice tone="bad">{remark}</Notice>}
      <Button type="submit" kind="danger" busy={busy} disabled={!isUnderstood}>
        {t`Close my account`}
      </Button>
    </Form>
  )
}

/** How the account becomes empty: what is too little to be withdrawn is paid out by hand. */
function Emptying({ balancePaise }: { balancePaise: number }): ReactNode {
  if (balancePaise === 0)
    return t`You can close the account when it has no money, no open bets and no pending requests.`
  const balance = formatRupees(balancePaise)
  if (balancePaise < limits.withdrawal.minRupees * 100)
    return (
      <Trans>
        {balance} is below the minimum withdrawal. <Link to={paths.support}>Write to support</Link>: we pay it out
        before you close the account.
      </Trans>
    )
  return t`Withdraw ${balance} before you close the account. Finish open bets and wait for pending requests.`
}

/** The end of the account: what it means, a way that goes less far, the form. */
export function ClosePanel(): ReactNode {
  const balancePaise = useAppSelector(selectBalancePaise)
  return (
    <Panel title={t`Close the account`}>
      <Stack as="ul" gap={4} className={styles.means}>
        <Meaning icon={Ban} title={t`Play ends at once`}>
          {t`You are logged out everywhere and cannot log in again. You lose a bonus that is not credited yet.`}
        </Meaning>
        <Meaning icon={Wallet} title={t`Your balance first`}>
          <Emptying balancePaise={balancePaise} />
        </Meaning>
        <Meaning icon={Scale} title={t`What we keep`}>
          {t`We keep payment and bet records as long as the law requires. Your email cannot sign up again while we keep it. You cannot undo this.`}
        </Meaning>
      </Stack>
      <Notice icon={LifeBuoy}>
        <Trans>
          Only want a break? <Link to={paths.saferPlay}>Take a time-out or exclude yourself</Link> and keep the account.
        </Trans>
      </Notice>
      <CloseForm />
    </Panel>
  )
}
