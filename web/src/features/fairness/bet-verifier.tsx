import { asCallError } from '@kismet/app-kit/call-error.ts'
import { getBetProof } from '@kismet/contracts'
import { readProof } from '@kismet/fairness'
import { ErrorState } from '@kismet/ui/feedback/states.tsx'
import { panelClass } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { formErrorText } from '../../core/error-text.ts'
import { shownCommitment } from '../../entities/fair-play/shown-commitments.ts'
import { queryHook } from '../../entities/session/from-contract.ts'
import { Verifier } from './verifier.tsx'

/** The proof of an own finished bet. */
export const useBetProof = queryHook(getBetProof)

/** The verifier filled with an own bet, checked at once. */
export function BetVerifier({ betId }: { betId: string }): ReactNode {
  // While this proof loads, `data` is still the proof of the previous bet.
  const { currentData, error, isFetching, refetch } = useBetProof({ betId })
  const proof = useMemo(() => (currentData ? readProof(currentData.proof) : null), [currentData])
  if (proof) return <Verifier key={betId} proof={proof} shown={shownCommitment(betId)} />
  if (!error) return <Verifier proof={null} awaited />
  return (
    <section className={panelClass} aria-label={t`Verify a bet`}>
      <ErrorState
        title={formErrorText(asCallError(error), t`This bet could not be loaded.`)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    </section>
  )
}
