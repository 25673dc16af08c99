import type { Output } from '@kismet/contracts'
import { beginTotpAtLogin } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formErrorText } from '../../core/error-text.ts'
import { TotpSetUp } from '../../entities/admins/totp-set-up.tsx'
import { useSendOnce } from '../../entities/notices/use-change.ts'

interface SetUpStepProps {
  username: string
  password: string
  /** Logs in with a code; answers with what stood in the way, or null. */
  onCode: (code: string) => Promise<string | null>
  onProblem: (text: string) => void
}

/** For an admin who must use two-step login and has no app yet: sets the app up, and logs in with its first code. */
export function SetUpStep({ username, password, onCode, onProblem }: SetUpStepProps): ReactNode {
  const { busy, send } = useSendOnce()
  const [setUp, setSetUp] = useState<Output<typeof beginTotpAtLogin> | null>(null)
  const onBegin = async (): Promise<void> => {
    const ended = await send(beginTotpAtLogin, { username, password })
    if (ended?.is === 'done') setSetUp(ended.data)
    else if (ended) onProblem(formErrorText(ended.error, 'Two-step login could not be set up.'))
  }
  return (
    <>
      <Button icon={ShieldCheck} busy={busy} onClick={() => void onBegin()}>
        Set up two-step login
      </Button>
      {setUp && (
        <TotpSetUp
          setUp={setUp}
          who={username}
          foot="It also logs you in."
          onCode={onCode}
          onClose={() => setSetUp(null)}
        />
      )}
    </>
  )
}
