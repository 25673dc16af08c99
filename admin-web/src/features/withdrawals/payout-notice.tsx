import { payWithdrawal, releasePayout } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import Banknote from 'lucide-react/icons/banknote'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Undo2 from 'lucide-react/icons/undo-2'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { formatDay } from '../../core/format/time.ts'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import { isExpired } from '../../entities/queue/payout-tag.tsx'
import type { AdminWithdrawal } from '../../entities/queue/withdrawals-api.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'

interface PayoutNoticeProps {
  withdrawal: AdminWithdrawal
  nowMs: number
  /** Whether the key P starts the payout. */
  isKeyed: boolean
}

/** What the notice says, and what the admin can do. */
interface Said {
  readonly tone: 'own' | 'info' | 'warn' | 'bad'
  readonly text: ReactNode
  readonly mayPay?: boolean
  /** The words of the button that ends the payout, and the question before. */
  readonly release?: { readonly word: string; readonly question: string }
}

const back = { word: 'Release', question: 'The payout ends. Another admin can then pay this withdrawal.' }
const checked = {
  word: 'Checked: not paid',
  question: 'The bank statement has no payment of this withdrawal. It can then be paid.',
}
const inFile = {
  word: 'Release',
  question:
    'The line of the payment file is not paid at the bank, and will not be. It can then be paid in another way.',
}

function saidOf(
  { payout, firstApproval, needsFirstApproval }: AdminWithdrawal,
  { _id, username, role }: ReturnType<typeof useAdmin>,
  nowMs: number,
): Said {
  if (payout === null) {
    if (needsFirstApproval)
      return { tone: 'own', text: 'Two admins approve this. Approve it first; another admin then pays it.' }
    if (firstApproval?.by === username)
      return { tone: 'own', text: 'You gave the first approval. Another admin pays it.' }
    return {
      tone: 'info',
      text: 'Start the payout, then pay at the bank. Meanwhile no other admin can pay it.',
      mayPay: true,
    }
  }
  const isMine = payout.adminId === _id
  const since = `since ${formatDay(payout.since)}`
  if (payout.file !== null) {
    const file = isMine ? 'your payment file' : `a payment file of ${payout.by}`
    const text = `In ${file} ${since}. It stays there until it is paid or released.`
    return { tone: 'info', text, ...((isMine || role === 'owner') && { release: inFile }) }
  }
  if (isMine)
    return {
      tone: 'own',
      text: `You are paying this ${since}. Copy the lines below, pay at the bank, and mark it as paid with the bank’s reference.`,
      release: back,
    }
  if (isExpired(payout, nowMs))
    return {
      tone: 'bad',
      text: `Was being paid by ${payout.by} ${since}. Check the bank before you pay. If it is paid, mark it as paid.`,
      release: checked,
    }
  return { tone: 'warn', text: `${payout.by} is paying this ${since}.`, ...(role === 'owner' && { release: back }) }
}

const glyphs = { own: Users, info: Banknote, warn: Banknote, bad: TriangleAlert } as const

/** Who pays the withdrawal at the bank, and the buttons that start and end a payout. */
export function PayoutNotice({ withdrawal, nowMs, isKeyed }: PayoutNoticeProps): ReactNode {
  const admin = useAdmin()
  const change = useChange('Withdrawals', 'Claims')
  const { _id: id, amount, user } = withdrawal
  const { tone, text, mayPay = false, release } = saidOf(withdrawal, admin, nowMs)
  const whose = `${formatRupees(amount)} of ${user.email}`
  const pay = (): void => void change(payWithdrawal, { id }, `You are paying ${whose}.`)
  const may = mayCall(payWithdrawal.route, admin.role)
  useShortcuts((key) => {
    if (key !== 'P' || !mayPay || !may || !isKeyed) return false
    pay()
    return true
  })
  const askRelease = ({ word, question }: typeof back): void =>
    void confirm({
      ...{ title: `${word}: ${whose}?`, icon: Undo2, action: word, body: question },
      run: () => change(releasePayout, { id }, `The payout of ${whose} has ended.`),
    })
  return (
    <Notice tone={tone} news={false} icon={glyphs[tone]}>
      {text}
      {may && (mayPay || release !== undefined) && (
        <Row as="span" wrap gap={2}>
          {mayPay && (
            <Button icon={Banknote} onClick={pay}>
              Pay <Kbd>P</Kbd>
            </Button>
          )}
          {release && (
            <Button icon={Undo2} onClick={() => askRelease(release)}>
              {release.word}
            </Button>
          )}
        </Row>
      )}
    </Notice>
  )
}
