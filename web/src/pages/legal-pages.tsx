import { limits } from '@kismet/contracts'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import { Page } from '../core/page/page.tsx'
import { useGetConfigQuery } from '../entities/site/site-api.ts'

interface Section {
  title: MessageDescriptor
  text: MessageDescriptor
}

const idleMinutes = limits.session.inactivityMs / 60_000
const minDeposit = formatRupeesShort(limits.deposit.minRupees * 100)
const maxDeposit = formatRupeesShort(limits.deposit.maxRupees * 100)
const maxWin = formatRupeesShort(limits.maxWinPaise)
const { percent: bonusPercent, wagerPercent } = limits.bonus

const terms: readonly Section[] = [
  {
    title: msg`Who may play`,
    text: msg`You must be 18 or older, and play must be allowed where you are. One account a person.`,
  },
  {
    title: msg`Your account`,
    text: msg`Keep your password to yourself. A session ends after ${idleMinutes} minutes without activity. Tell support at once when somebody else has used your account.`,
  },
  {
    title: msg`Deposits and withdrawals`,
    text: msg`A deposit is added to your balance once, when its payment has been checked and approved. A request of ${minDeposit} to ${maxDeposit} needs the reference and a proof of the payment. A withdrawal is set aside when you ask for it, and returned when it is rejected.`,
  },
  {
    title: msg`Games`,
    text: msg`The result of a bet is fixed by seeds that are sealed before it; the Fairness page shows how to check it. No single bet wins more than ${maxWin}. A round that is void returns its stakes.`,
  },
  {
    title: msg`First-deposit bonus`,
    text: msg`${bonusPercent}% of the first approved deposit is credited once the bets settled after it reach ${wagerPercent}% of that deposit. Refunded and voided bets do not count.`,
  },
  {
    title: msg`Responsible play`,
    text: msg`Play is entertainment, not income. Never bet what you cannot lose. Gamble responsibly.`,
  },
]

const privacy: readonly Section[] = [
  {
    title: msg`What is kept`,
    text: msg`Your email, a hash of your password, your bets and their seeds, your deposits with their proofs, your withdrawals, and the time and network address of your sessions.`,
  },
  {
    title: msg`What for`,
    text: msg`To run your account, to pay and be paid, to show that every result and every rupee is right, and to meet the law. Nothing is sold or used for advertising.`,
  },
  {
    title: msg`Who sees it`,
    text: msg`You, and the staff who check payments or answer you. Every action of staff is recorded.`,
  },
  {
    title: msg`In this browser`,
    text: msg`Your session is kept in the storage of this browser until you log out. One cookie tells a device that you have logged in on from those of strangers who guess passwords. There are no trackers.`,
  },
  {
    title: msg`Your rights`,
    text: msg`Ask support for a copy of your data, or to have it corrected or deleted where the law allows.`,
  },
]

function Operator(): ReactNode {
  const { data } = useGetConfigQuery({})
  const { name, licence } = data?.operator ?? { name: null, licence: null }
  if (name === null)
    return t`This is the text that comes with Kismet. Whoever operates this site replaces it with their own.`
  return licence === null ? t`Operated by ${name}.` : t`Operated by ${name}, licence ${licence}.`
}

function LegalPage({ sections }: { sections: readonly Section[] }): ReactNode {
  return (
    <Page slim intro={<Operator />}>
      {sections.map(({ title: heading, text }) => (
        <section key={heading.id} className="stack tight">
          <h2>{t(heading)}</h2>
          <p className="muted">{t(text)}</p>
        </section>
      ))}
    </Page>
  )
}

/** /terms */
export function TermsPage(): ReactNode {
  return <LegalPage sections={terms} />
}

/** /privacy */
export function PrivacyPage(): ReactNode {
  return <LegalPage sections={privacy} />
}
