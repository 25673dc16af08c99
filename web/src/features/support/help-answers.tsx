import { limits } from '@kismet/contracts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { paths } from '../../core/paths.ts'
import styles from './support.module.css'

interface Help {
  readonly question: string
  readonly answer: string
  /** The page that helps. */
  readonly to?: string
  readonly word?: string
}

/** What players ask most. */
const helps = (): readonly Help[] => [
  {
    question: t`Where is my deposit?`,
    answer: t`We compare each deposit with the payments that we received, by hand. Your request stays pending until we find the money. Then the money is added to your balance. If it is still pending after a day, write to us with the UTR of the payment.`,
    to: paths.deposit,
    word: t`Your deposits`,
  },
  {
    question: t`Where do I find the UTR?`,
    answer: t`Open the payment in your UPI or bank app. The number is called UTR, UPI Ref No. or RRN, and has 12 digits. For NEFT and RTGS it has 16 to 22 letters and digits.`,
  },
  {
    question: t`How long does a withdrawal take?`,
    answer: t`An admin checks each withdrawal and pays it to your bank account. The withdrawal page shows each step, and the usual time once it is known. Your money is on hold until then. If the withdrawal is rejected, the money returns to your balance.`,
    to: paths.withdraw,
    word: t`Your withdrawals`,
  },
  {
    question: t`I forgot my password`,
    answer: t`Ask for an OTP by email and set a new password. All your sessions are logged out then.`,
    to: paths.forgotPassword,
    word: t`Set a new password`,
  },
  {
    question: t`How do I verify a bet?`,
    answer: t`Each game publishes a hash before your bet and reveals its seed after it. The fairness page recomputes the result in your browser.`,
    to: paths.fairness,
    word: t`Verify a bet`,
  },
  {
    question: t`How do I limit my play?`,
    answer: t`Set limits for deposits, losses and stakes by day, week or month, or take a break. A lower limit holds at once, a higher one after 24 hours.`,
    to: paths.saferPlay,
    word: t`Safer play`,
  },
  {
    question: t`When do I get my bonus?`,
    answer: t`You get ${limits.bonus.percent}% of your first approved deposit. It is credited when your bets reach half of that deposit. Refunded and voided bets, and wins below ${limits.bonus.minMultiplierDefault}x, do not count.`,
    to: paths.awaitingBonus,
    word: t`Your bonus`,
  },
  {
    question: t`How do I close my account?`,
    answer: t`Withdraw your balance first. Then close the account at the end of the account page. A closed account cannot be reopened.`,
    to: paths.account,
    word: t`Your account`,
  },
]

/** Answers to what players ask most. */
export function HelpAnswers(): ReactNode {
  return (
    <Panel title={t`Frequent questions`} flush>
      {helps().map(({ question, answer, to, word }) => (
        <details key={question} className={styles.question}>
          <summary>{question}</summary>
          <p className={styles.answer}>
            {answer} {to !== undefined && <Link to={to}>{word}</Link>}
          </p>
        </details>
      ))}
    </Panel>
  )
}
