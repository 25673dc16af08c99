import type { PlayerIdentity } from '@kismet/contracts'
import { adminEndPlayerSessions, liftSuspension, suspendPlayer } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { TextArea } from '@kismet/ui/controls/text-field.tsx'
import { confirm, openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { ConfirmDialog } from '@kismet/ui/feedback/dialog.tsx'
import MonitorX from 'lucide-react/icons/monitor-x'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { useFields } from '../../core/fields.ts'
import { CorrectBalance } from '../../entities/ledger/correct-balance.tsx'
import { useChange } from '../../entities/notices/use-change.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useGetPlayerQuery } from '../../entities/players/player-api.ts'
import styles from './players.module.css'

const lost = 'Your change may still have gone through. Check the page.'

const words = {
  suspend: {
    operation: suspendPlayer,
    icon: UserX,
    action: 'Suspend',
    title: (email: string) => `Suspend ${email}?`,
    says: 'The player is logged out at once. New logins, bets, deposits and withdrawals are refused until the suspension is lifted. Open bets settle, and pending requests can be decided.',
    done: (email: string) => `${email} is suspended`,
  },
  lift: {
    operation: liftSuspension,
    icon: UserCheck,
    action: 'Lift',
    title: (email: string) => `Lift the suspension of ${email}?`,
    says: 'The player can log in, play, deposit and withdraw again with the same password.',
    done: (email: string) => `${email} can play again`,
  },
} as const

interface ReasonQuestionProps {
  kind: keyof typeof words
  player: PlayerIdentity
  onClose: () => void
}

/** Asks for the reason of a suspension or of its end. The reason stays among the notes. The question closes once the player is in the wanted state. */
function ReasonQuestion({ kind, player: { _id: id, email, state }, onClose }: ReasonQuestionProps): ReactNode {
  const { operation, icon, action, title, says, done } = words[kind]
  const change = useChange('Players')
  const fields = useFields(suspendPlayer.input, { id, reason: '' })
  const { data } = useGetPlayerQuery({ id })
  const isDone = data !== undefined && data.player.state !== state
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isDone) close()
  }, [isDone])
  const onConfirm = fields.submit(async (reason) => {
    const answer = await change(operation, reason, done(email), lost)
    // What was typed stays for another try.
    if (answer !== undefined) onClose()
  })
  return (
    <ConfirmDialog
      title={title(email)}
      icon={icon}
      action={action}
      isDangerous={kind === 'suspend'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{says}</p>
      <TextArea label="Reason" rows={3} hint="Only admins can read it, among the notes." {...fields.text('reason')} />
    </ConfirmDialog>
  )
}

/** The changes that the role of this admin allows. */
export function PlayerActions({ player }: { player: PlayerIdentity }): ReactNode {
  const { role } = useAdmin()
  const change = useChange('Players')
  const { _id: id, email, state, sessions } = player
  const onEndSessions = (): void => {
    void confirm({
      ...{ title: `End all sessions of ${email}?`, icon: MonitorX, action: 'End sessions', isDangerous: true },
      body: 'The player is logged out at once and can log in again.',
      run: () => change(adminEndPlayerSessions, { id }, `The sessions of ${email} have ended`, lost),
    })
  }
  const onReason = (kind: keyof typeof words) => () => {
    void openDialog((close) => <ReasonQuestion kind={kind} player={player} onClose={close} />)
  }
  return (
    <div className={styles.actions}>
      {mayCall(adminEndPlayerSessions.route, role) && (
        <Button icon={MonitorX} disabled={sessions === 0} onClick={onEndSessions}>
          End sessions
        </Button>
      )}
      <CorrectBalance playerId={id} />
      {mayCall(suspendPlayer.route, role) && state === 'suspended' && (
        <Button icon={UserCheck} onClick={onReason('lift')}>
          Lift suspension
        </Button>
      )}
      {mayCall(suspendPlayer.route, role) && state === 'active' && (
        <Button kind="danger" icon={UserX} onClick={onReason('suspend')}>
          Suspend
        </Button>
      )}
    </div>
  )
}
