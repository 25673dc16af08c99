import type { PlayerIdentity } from '@kismet/contracts'
import { adminEndPlayerSessions, suspendPlayer } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { TextArea } from '@kismet/ui/controls/text-field.tsx'
import { Confirm } from '@kismet/ui/feedback/confirm.tsx'
import MonitorX from 'lucide-react/icons/monitor-x'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useChange } from '../../entities/admins/use-change.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useEndPlayerSessionsMutation, useLiftSuspensionMutation, useSuspendPlayerMutation } from './players-api.ts'
import styles from './players.module.css'

type Kind = 'suspend' | 'lift' | 'sessions'
/** An open question: a new object each time, so that a late answer closes only its own question. */
interface Asked {
  readonly kind: Kind
}

const questions = {
  suspend: {
    icon: UserX,
    action: 'Suspend',
    title: (email: string) => `Suspend ${email}?`,
    says: 'The player is logged out at once. New logins, bets, deposits and withdrawals are refused until the suspension is lifted. Open bets settle, and pending requests can be decided.',
  },
  lift: {
    icon: UserCheck,
    action: 'Lift',
    title: (email: string) => `Lift the suspension of ${email}?`,
    says: 'The player can log in, play, deposit and withdraw again with the same password.',
  },
  sessions: {
    icon: MonitorX,
    action: 'End sessions',
    title: (email: string) => `End all sessions of ${email}?`,
    says: 'The player is logged out at once and can log in again.',
  },
} as const

/** In which state of the player there is still something to ask. */
const isOpenTo: Readonly<Record<Kind, (state: PlayerIdentity['state']) => boolean>> = {
  suspend: (state) => state === 'active',
  lift: (state) => state === 'suspended',
  sessions: () => true,
}

const lost = 'Your change may still have gone through. Check the page.'

/** Asks before it is done; a suspension and its end take a reason, which stays among the notes. */
function Question({ kind, player, onClose }: { kind: Kind; player: PlayerIdentity; onClose: () => void }): ReactNode {
  const { icon, action, title, says } = questions[kind]
  const { _id: id, email } = player
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = useChange()
  const [suspend] = useSuspendPlayerMutation()
  const [lift] = useLiftSuspensionMutation()
  const [endSessions] = useEndPlayerSessionsMutation()
  const go = {
    suspend: () => send(suspend({ id, reason }), `${email} is suspended`, lost),
    lift: () => send(lift({ id, reason }), `${email} can play again`, lost),
    sessions: () => send(endSessions({ id }), `The sessions of ${email} have ended`, lost),
  }
  const confirm = async (): Promise<void> => {
    const read = suspendPlayer.input.shape.reason.safeParse(reason)
    if (kind !== 'sessions' && !read.success) {
      setProblem(read.error.issues[0]?.message)
      return
    }
    setBusy(true)
    const done = await go[kind]()
    setBusy(false)
    // What was typed stays for another try.
    if (done !== undefined) onClose()
  }
  return (
    <Confirm
      title={title(email)}
      icon={icon}
      action={action}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{says}</p>
      {kind !== 'sessions' && (
        <TextArea
          label="Reason"
          rows={3}
          hint="Only admins can read it, among the notes."
          value={reason}
          error={problem}
          onChange={({ target }) => {
            setReason(target.value)
            setProblem(undefined)
          }}
        />
      )}
    </Confirm>
  )
}

/** What the role of who looks may do. */
export function PlayerActions({ player }: { player: PlayerIdentity }): ReactNode {
  const { role } = useAdmin()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { state, sessions } = player
  if (asked && !isOpenTo[asked.kind](state)) setAsked(null)
  return (
    <div className={styles.actions}>
      {mayCall(adminEndPlayerSessions.route, role) && (
        <Button icon={MonitorX} disabled={sessions === 0} onClick={() => setAsked({ kind: 'sessions' })}>
          End sessions
        </Button>
      )}
      {mayCall(suspendPlayer.route, role) && state === 'suspended' && (
        <Button icon={UserCheck} onClick={() => setAsked({ kind: 'lift' })}>
          Lift suspension
        </Button>
      )}
      {mayCall(suspendPlayer.route, role) && state === 'active' && (
        <Button kind="danger" icon={UserX} onClick={() => setAsked({ kind: 'suspend' })}>
          Suspend
        </Button>
      )}
      {asked && (
        <Question
          key={asked.kind}
          kind={asked.kind}
          player={player}
          onClose={() => setAsked((now) => (now === asked ? null : now))}
        />
      )}
    </div>
  )
}
