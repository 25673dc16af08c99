import { confirmPayTo, getPayToProposal, withdrawPayTo } from '@kismet/contracts'
import type { PayToProposal } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import ClockAlert from 'lucide-react/icons/clock-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { formatMinute } from '../../core/format/time.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import { queryOf } from '../../entities/session/from-contract.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import styles from './qr-settings.module.css'

const useProposal = queryOf(getPayToProposal, ['PayToProposal'])

const lost = 'Your change may still have gone through. The page shows the present state.'

function Proposal({ proposed }: { proposed: PayToProposal }): ReactNode {
  const { _id: id, utr, qrImage, by, at, takesEffectAt } = proposed
  const { role, _id: ownId } = useAdmin()
  const change = useChange('PayToProposal', 'DepositSettings', 'SettingsChanges')
  const isOwn = by._id === ownId
  const payee = utr ?? 'the QR image'
  const confirmChange = () =>
    confirm({
      ...{ title: 'Confirm where players pay to?', icon: TriangleAlert, action: 'Confirm change' },
      body: <p>All deposits go to {payee} from now on. Scan the QR image with your own phone first.</p>,
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
        <KeyValues
          variant="lines"
          rows={[
            { name: 'UPI ID', value: utr ?? 'none' },
            { name: 'Proposed by', value: `${by.username}, ${formatMinute(at)}` },
          ]}
        />
        {qrImage !== null && (
          <div className={styles.qr}>
            <img src={qrImage} alt="Proposed payment QR" />
          </div>
        )}
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
  const { data } = useProposal({}, { refetchOnMountOrArgChange: true })
  return data?.proposed ? <Proposal proposed={data.proposed} /> : null
}
