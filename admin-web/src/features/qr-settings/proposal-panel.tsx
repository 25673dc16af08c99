import { approvalRuleNames, confirmProposal, withdrawProposal } from '@kismet/contracts'
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
import { useApprovalSettings, usePayToAccounts } from '../../entities/site/payment-settings.ts'
import { rowsOf } from './account-words.ts'
import { changedNames, rulesOf, sentenceOf, valueOf } from './approval-rules.ts'
import { freshly } from './keep-fresh.ts'
import type { PayToAccount, Terms } from './pay-to-api.ts'
import { staleAccounts } from './pay-to-api.ts'
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
  account: PayToAccount
  proposed: PayToProposal
}

/** The rows that are new, then those that stay. */
function rowsOfChange(proposed: PayToProposal, inUse: Terms | null) {
  const before = new Map(inUse ? rowsOf(inUse).map(({ name, value }) => [name, value]) : [])
  return rowsOf(proposed).flatMap(({ name, value }) => {
    const old = before.get(name)
    if (inUse === null) return [{ name, value: <b>{value}</b> }]
    if (old === value) return [{ name, value: `${value} (no change)` }]
    return [
      { name: `${name} now`, value: old ?? 'none' },
      { name: `New ${name}`, value: <b>{value}</b> },
    ]
  })
}

/** The old and the new value of what changes. */
function Difference({ proposed, account: { inUse, isOn } }: ProposalProps): ReactNode {
  const { qrImage, by, at } = proposed
  const isNewQr = qrImage !== (inUse?.qrImage ?? null)
  const state = proposed.isOn === isOn ? `${isOn ? 'on' : 'off'} (no change)` : <b>{proposed.isOn ? 'on' : 'off'}</b>
  return (
    <>
      <KeyValues
        variant="lines"
        rows={[
          ...rowsOfChange(proposed, inUse),
          ...(qrImage === null && !isNewQr
            ? []
            : [{ name: 'QR image', value: isNewQr ? <b>changes</b> : 'no change' }]),
          { name: 'State', value: state },
          { name: 'Proposed by', value: `${by.username}, ${formatMinute(at)}` },
        ]}
      />
      {isNewQr ? (
        <Columns least={14} gap={4}>
          <Picture name="QR image now" image={inUse?.qrImage ?? null} />
          <Picture name="New QR image" image={qrImage} />
        </Columns>
      ) : (
        qrImage !== null && <Picture name="QR image, stays" image={qrImage} />
      )}
    </>
  )
}

/** What comes of a confirmation. */
function effectOf({ isOn, address }: PayToProposal): string {
  const shown = address ?? 'the QR image'
  return isOn
    ? `Deposits can go to ${shown} from now on. Check the account with your own phone first.`
    : `The account stays off. Players do not see ${shown}.`
}

interface WaitingProps {
  proposed: Pick<PayToProposal, '_id' | 'by' | 'takesEffectAt'>
  title: string
  /** What holds until the change takes effect. */
  holds: string
  /** The question before a confirmation, and what comes of it. */
  question: string
  effect: string
  children: ReactNode
}

/** A change that waits, which another owner confirms and any owner withdraws. */
function Waiting({ proposed, title, holds, question, effect, children }: WaitingProps): ReactNode {
  const { _id: id, by, takesEffectAt } = proposed
  const { role, _id: ownId } = useAdmin()
  const change = useChange(...staleAccounts, 'Approvals')
  const isOwn = by._id === ownId
  const confirmChange = () =>
    confirm({
      ...{ title: question, icon: TriangleAlert, action: 'Confirm change' },
      body: <p>{effect}</p>,
      run: () => change(confirmProposal, { id }, 'The change is in use now.', lost),
    })
  const withdrawChange = () =>
    confirm({
      ...{ title: 'Withdraw this change?', icon: Undo2, action: 'Withdraw change' },
      body: (
        <p>
          {holds} {by.username} can propose the change again.
        </p>
      ),
      run: () => change(withdrawProposal, { id }, 'The change was withdrawn.', lost),
    })
  return (
    <Panel title={title} note={`takes effect ${formatMinute(takesEffectAt)}`}>
      <Stack gap={3}>
        <Notice tone="warn" icon={ClockAlert}>
          {holds} Another owner can confirm the change at once. Any owner can withdraw it.
        </Notice>
        {children}
        {mayCall(withdrawProposal.route, role) && (
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

/** The weaker rules of approvals that wait. */
function RulesProposal(): ReactNode {
  const { settings } = useApprovalSettings({}, freshly).data ?? {}
  if (!settings?.proposed) return null
  const { proposed } = settings
  const before = rulesOf(settings)
  const { secondApprovalAbove: amount = before.secondApprovalAbove } = proposed.rules
  const after = rulesOf({ ...settings, ...proposed.rules, secondApprovalAbove: amount })
  const names = changedNames(before, after)
  return (
    <Waiting
      {...{ proposed, title: 'Weaker rules of approvals wait', holds: 'The present rules hold until then.' }}
      question="Confirm weaker rules of approvals?"
      effect={names.map((name) => sentenceOf(name, after)).join(' ')}
    >
      <KeyValues
        variant="lines"
        rows={[
          ...names.flatMap((name) => [
            { name: `${approvalRuleNames[name]}, now`, value: valueOf(name, before) },
            { name: `${approvalRuleNames[name]}, new`, value: <b>{valueOf(name, after)}</b> },
          ]),
          { name: 'Proposed by', value: `${proposed.by.username}, ${formatMinute(proposed.at)}` },
        ]}
      />
    </Waiting>
  )
}

/** The changes that wait for a second owner or for their time. The list of accounts keeps the accounts fresh. */
export function ProposalPanels(): ReactNode {
  const { data } = usePayToAccounts({})
  return (
    <>
      {data?.accounts.map(
        (account) =>
          account.proposed && (
            <Waiting
              key={account._id}
              proposed={account.proposed}
              title={account.inUse === null ? 'A new account waits' : 'A change waits'}
              holds="Players see the present accounts until then."
              question="Confirm where players pay to?"
              effect={effectOf(account.proposed)}
            >
              <Difference account={account} proposed={account.proposed} />
            </Waiting>
          ),
      )}
      <RulesProposal />
    </>
  )
}
