import { confirmPayTo, withdrawPayTo } from '@kismet/contracts'
import type { PayToProposal } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Columns, Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import ClockAlert from 'lucide-react/icons/clock-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { formatMinute } from '../../core/format/time.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useGetDepositSettingsQuery } from '../../entities/site/settings-api.ts'
import { freshly, useRefetchOnFocus } from './keep-fresh.ts'
import type { Settings } from './qr-api.ts'
import { useProposal } from './qr-api.ts'
import styles from './qr-settings.module.css'

const lost = 'Your change may still have gone through. The page shows the present state.'

function Picture({ name, image }: { name: string; image: string | null }): ReactNode {
  return (
    <Stack gap={1}>
      <p className={textClass('small', 'mute')}>{name}</p>
      {image === null ? (
        <p>none</p>
      ) : (
        <div className={styles.qr}>
          <img src={image} alt={name} />
        </div>
      )}
    </Stack>
  )
}

interface ProposalProps {
  proposed: PayToProposal
  inUse: Settings
}

/** The old and the new value of what changes. */
function Difference({ proposed: { utr, qrImage, by, at }, inUse }: ProposalProps): ReactNode {
  const isNewQr = qrImage !== inUse.qrImage
  return (
    <>
      <KeyValues
        variant="lines"
        rows={[
          ...(utr === inUse.utr
            ? [{ name: 'UPI ID', value: `${utr ?? 'none'} (no change)` }]
            : [
                { name: 'UPI ID now', value: inUse.utr ?? 'none' },
                { name: 'New UPI ID', value: <b>{utr ?? 'none'}</b> },
              ]),
          { name: 'QR image', value: isNewQr ? <b>changes</b> : 'no change' },
          { name: 'Proposed by', value: `${by.username}, ${formatMinute(at)}` },
        ]}
      />
      {isNewQr ? (
        <Columns least={14} gap={4}>
          <Picture name="QR image now" image={inUse.qrImage} />
          <Picture name="New QR image" image={qrImage} />
        </Columns>
      ) : (
        qrImage !== null && <Picture name="QR image, stays" image={qrImage} />
      )}
    </>
  )
}

function Proposal({ proposed, inUse }: ProposalProps): ReactNode {
  const { _id: id, utr, by, takesEffectAt } = proposed
  const { role, _id: ownId } = useAdmin()
  const change = useChange('PayToProposal', 'DepositSettings', 'SettingsChanges')
  const isOwn = by._id === ownId
  const effect =
    utr !== null && utr === inUse.utr
      ? `The QR image changes, and the UPI ID ${utr} stays.`
      : `All deposits go to ${utr ?? 'the QR image'} from now on.`
  const confirmChange = () =>
    confirm({
      ...{ title: 'Confirm where players pay to?', icon: TriangleAlert, action: 'Confirm change' },
      body: <p>{effect} Scan the QR image with your own phone first.</p>,
      run: () => change(confirmPayTo, { id }, 'The change is in use now.', lost),
    })
  const withdrawChange = () =>
    confirm({
      ...{ title: 'Withdraw this change?', icon: Undo2, action: 'Withdraw change' },
      body: <p>Players go on paying as now. {by.username} can propose the change again.</p>,
      run: () => change(withdrawPayTo, { id }, 'The change was withdrawn.', lost),
    })
  return (
    <Panel title="A change waits" note={`takes effect ${formatMinute(takesEffectAt)}`}>
      <Stack gap={3}>
        <Notice tone="warn" icon={ClockAlert}>
          Players see the present account until then. Another owner can confirm the change at once. Any owner can
          withdraw it.
        </Notice>
        <Difference proposed={proposed} inUse={inUse} />
        {mayCall(withdrawPayTo.route, role) && (
          <Row gap={2}>
            <Button onClick={() => void withdrawChange()}>Withdraw</Button>
            <Button kind="primary" disabled={isOwn} onClick={() => void confirmChange()}>
              Confirm
            </Button>
          </Row>
        )}
      </Stack>
    </Panel>
  )
}

/** The change of where players pay to that waits for a second owner or for its time. */
export function ProposalPanel(): ReactNode {
  const { data, refetch } = useProposal({}, freshly)
  const { data: now } = useGetDepositSettingsQuery({})
  useRefetchOnFocus(refetch)
  return data?.proposed && now ? <Proposal proposed={data.proposed} inUse={now.settings} /> : null
}
