import type { getConfig, Output } from '@kismet/contracts'
import { limits } from '@kismet/contracts'
import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import { Page, usePageTitle } from '../core/page/page.tsx'
import { QueryState } from '../core/query-state.tsx'
import { useGetConfigQuery } from '../entities/site/site-api.ts'

interface Section {
  title: MessageDescriptor
  text: MessageDescriptor
}

const idleMinutes = limits.session.inactivityMs / 60_000
const minDeposit = formatRupeesShort(limits.deposit.minRupees * 100)
const maxDeposit = formatRupeesShort(limits.deposit.maxRupees * 100)
const maxWin = formatRupeesShort(limits.maxWinPaise)
const { percent: bonusPercent, wagerPercent, minMultiplierDefault: minMultiplier } = limits.bonus

const terms: readonly Section[] = [
  {
    title: msg`Who may play`,
    text: msg`You must be 18 or older, and the law must allow play where you are. One account per person.`,
  },
  {
    title: msg`Your account`,
    text: msg`Keep your password to yourself. A session ends after ${idleMinutes} minutes without activity. Write to support at once if another person uses your account.`,
  },
  {
    title: msg`Deposits and withdrawals`,
    text: msg`We check the payment of a deposit and add it to your balance once, on approval. A request of ${minDeposit} to ${maxDeposit} needs the reference and a proof of the payment. A withdrawal request puts the amount on hold. We return it if we reject the request.`,
  },
  {
    title: msg`Games`,
    text: msg`The server commits to its seed before the bet. The Fairness page shows how to check the result. No single bet wins more than ${maxWin}. A voided round returns its open stakes.`,
  },
  {
    title: msg`First-deposit bonus`,
    text: msg`You get ${bonusPercent}% of your first approved deposit when the bets settled after it reach ${wagerPercent}% of that deposit. Refunded and voided bets, and wins below ${minMultiplier}x, do not count.`,
  },
  {
    title: msg`Responsible play`,
    text: msg`Play is entertainment, not income. Never bet what you cannot lose. Gamble responsibly.`,
  },
]

const privacy: readonly Section[] = [
  {
    title: msg`What we store`,
    text: msg`We store your email, a hash of your password, and your bets with their seeds. We store your deposits with their proofs, your bank accounts with their mobile numbers, and your withdrawals. We store your messages to support. We store the time, network address and device name of your sessions. We store your limits and breaks, notes of our staff about your requests, and the push address of each browser with notifications.`,
  },
  {
    title: msg`Why we store it`,
    text: msg`We run your account, take and make payments, prove results and balances, and meet the law. We do not sell your data or use it for advertising.`,
  },
  {
    title: msg`Who sees it`,
    text: msg`You see it, and so do the staff who check payments or answer you. Every action of staff is logged. The push service of your browser sees that a notification was sent, and not its text.`,
  },
  {
    title: msg`In this browser`,
    text: msg`This browser stores your session until you log out. One cookie marks a device that you logged in on. It protects your account from strangers who guess passwords. We use no trackers.`,
  },
  {
    title: msg`Your rights`,
    text: msg`Write to support to get a copy of your data, or to correct or delete it where the law allows.`,
  },
]

type Operator = Output<typeof getConfig>['operator']
type OwnText = 'termsUrl' | 'privacyUrl'

/** Who runs the site, and whether the sample text stands here. */
function introOf({ name, licence, ...texts }: Operator, own: OwnText): string {
  const operator =
    name === null ? '' : licence === null ? t`Operated by ${name}.` : t`Operated by ${name}, licence ${licence}.`
  if (texts[own] !== null) return operator
  return `${operator} ${t`This is the sample text of Kismet. The operator of this site has not replaced it.`}`
}

function LegalPage({ sections, own }: { sections: readonly Section[]; own: OwnText }): ReactNode {
  const title = usePageTitle()
  const config = useGetConfigQuery({})
  return (
    <Page slim intro={config.data && introOf(config.data.operator, own)}>
      <QueryState of={config}>
        {({ operator: { [own]: address } }) =>
          address === null ? (
            sections.map(({ title: heading, text }) => (
              <Stack key={heading.id} as="section" gap={1}>
                <h2>{t(heading)}</h2>
                <p className={textClass('muted')}>{t(text)}</p>
              </Stack>
            ))
          ) : (
            <a className={buttonClass({ kind: 'primary' })} href={address} rel="noreferrer">
              {title}
            </a>
          )
        }
      </QueryState>
    </Page>
  )
}

/** /terms */
export function TermsPage(): ReactNode {
  return <LegalPage sections={terms} own="termsUrl" />
}

/** /privacy */
export function PrivacyPage(): ReactNode {
  return <LegalPage sections={privacy} own="privacyUrl" />
}
