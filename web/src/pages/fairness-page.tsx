import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import { LoginLink } from '../core/login-link.tsx'
import { PlainPage } from '../core/page/page.tsx'
import { useIsLoggedIn } from '../entities/session/use-session.ts'
import { BetVerifier } from '../features/fairness/bet-verifier.tsx'
import { GameRules, HowItWorks } from '../features/fairness/how-it-works.tsx'
import { OwnBets } from '../features/fairness/own-bets.tsx'
import { ReceiptCheck } from '../features/fairness/receipt-check.tsx'
import { Verifier } from '../features/fairness/verifier.tsx'

/** /fairness: what a commitment is, the verifier, the check of a receipt, a player's own commitments and bets, and how each game is decided. `?bet=` opens an own bet. */
export function FairnessPage(): ReactNode {
  const search = new URLSearchParams(useSearch())
  const betId = search.get('bet')
  const loggedIn = useIsLoggedIn()
  return (
    <PlainPage>
      <HowItWorks />
      {betId !== null && !loggedIn && (
        <Notice tone="warn">
          <Trans>
            <LoginLink>Log in</LoginLink> to open this bet. Anyone can check a bet from its seeds.
          </Trans>
        </Notice>
      )}
      {betId !== null && loggedIn ? <BetVerifier betId={betId} /> : <Verifier proof={null} />}
      <ReceiptCheck />
      {loggedIn && <OwnBets betId={betId} />}
      <GameRules />
    </PlainPage>
  )
}
