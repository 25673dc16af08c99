import type { beginTotp, Output } from '@kismet/contracts'
import { confirmTotp } from '@kismet/contracts'
import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import { CopyButton } from '@kismet/ui/controls/copy-button.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { ConfirmDialog } from '@kismet/ui/feedback/dialog.tsx'
import { SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { useFields } from '../../core/fields.ts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import styles from './totp-set-up.module.css'

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })))

type SetUp = Output<typeof beginTotp>

/** Both problems show below the code, which is the last step. */
const Typed = z
  .object({
    kept: z.boolean(),
    code: z
      .string()
      .refine((code) => confirmTotp.input.safeParse({ code }).success, 'Enter the 6 digits from the app.'),
  })
  .refine(({ kept }) => kept, {
    path: ['code'],
    message: 'Store the recovery codes first, then tick the box above.',
  })
  .transform(({ code }) => confirmTotp.input.parse({ code }))

const inGroups = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ')

function Step({ nth, title, children }: { nth: number; title: string; children: ReactNode }): ReactNode {
  return (
    <section className={styles.step}>
      <h3>
        <i aria-hidden="true">{nth}</i>
        {title}
      </h3>
      {children}
    </section>
  )
}

function Scan({ secret, uri }: SetUp): ReactNode {
  return (
    <Step nth={1} title="Scan with an authenticator app">
      <Suspense fallback={<SkeletonBlock heightPx={268} />}>
        <QrCode text={uri} label="QR code for the authenticator app" />
      </Suspense>
      <a className={classNames(buttonClass(), textClass('phone'))} href={uri}>
        Open the app on this phone
      </a>
      <p className={textClass('small', 'mute')}>Cannot scan? Enter this secret:</p>
      <p className={styles.secret}>
        <code>{inGroups(secret)}</code>
        <CopyButton text={secret} label="Copy the secret" />
      </p>
    </Step>
  )
}

function Codes({
  codes,
  kept,
  onKept,
}: {
  codes: readonly string[]
  kept: boolean
  onKept: (kept: boolean) => void
}): ReactNode {
  const text = codes.join('\n')
  return (
    <Step nth={2} title="Keep the recovery codes">
      <p className={textClass('small', 'mute')}>
        Each code logs you in once without the phone. They are shown only now.
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Row as="p" gap={2}>
        <CopyButton text={text} label="Copy all recovery codes" />
        <a
          className={buttonClass()}
          download="kismet-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          Download
        </a>
      </Row>
      <Checkbox name="kept" checked={kept} onChange={onKept}>
        I stored them in a place that does not need this phone
      </Checkbox>
    </Step>
  )
}

interface SetUpProps {
  setUp: SetUp
  who: string
  /** What turning it on brings. */
  foot: ReactNode
  /** Turns it on with a code; answers with what stood in the way, or null. */
  onCode: (code: string) => Promise<string | null>
  onClose: () => void
}

/** Shows the secret and the recovery codes, this once, and turns two-step login on with the first code of the app. */
export function TotpSetUp({ setUp, who, foot, onCode, onClose }: SetUpProps): ReactNode {
  const fields = useFields(Typed, { kept: false, code: '' })
  const kept = fields.choice('kept')
  const onSubmit = fields.submit(async ({ code }) => {
    const refused = await onCode(code)
    if (refused !== null) fields.refuse(refused, 'code')
  })
  return (
    <ConfirmDialog
      title="Set up two-step login"
      icon={ShieldCheck}
      action="Turn on"
      isWide
      foot={foot}
      onConfirm={onSubmit}
      onClose={onClose}
    >
      <p className={textClass('small', 'mute')}>{who}</p>
      <div className={styles.steps}>
        <Scan {...setUp} />
        <div className={styles.right}>
          <Codes codes={setUp.recoveryCodes} kept={kept.value} onKept={kept.onChange} />
          <Step nth={3} title="Enter the code from the app">
            <TextField
              label="6-digit code"
              mono
              large
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              hint="The code changes every 30 s. The phone's clock must be correct."
              {...fields.text('code')}
            />
          </Step>
        </div>
      </div>
    </ConfirmDialog>
  )
}
