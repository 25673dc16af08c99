import { SealLine } from '@kismet/ui/seal/seal.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { roundPath } from '../../core/paths.ts'
import { ProofLine, ProofPending } from '../../entities/fair-play/proof-strip.tsx'
import type { AviatorController } from './aviator-controller.ts'
import type { Round } from './aviator-state.ts'
import { useAviatorState } from './use-aviator.ts'

/** Of a round, what its proof shows; it changes with the phase, not with each tick. */
interface Sealed {
  readonly seal: ReactNode
  readonly verifyAt: string | null
}

function sealOf({
  phase,
  fairnessHash,
  serverSeed,
  roundId,
}: Pick<Round, 'phase' | 'fairnessHash' | 'serverSeed' | 'roundId'>): Sealed {
  if (serverSeed !== null)
    return {
      seal: <SealLine hash={fairnessHash} state="open" name={t`Seed revealed`} text={serverSeed} />,
      verifyAt: phase === 'crashed' ? roundPath(roundId) : null,
    }
  const name = phase === 'betting' ? t`Committed before bets open` : t`Committed before bets opened`
  return {
    seal: <SealLine hash={fairnessHash} state={phase === 'betting' ? 'sealed' : 'played'} name={name} />,
    verifyAt: null,
  }
}

/** Below the flight: the commitment of the round, its client seed after betting, and its server seed with the proof after the crash. */
export function RoundProof({ controller }: { controller: AviatorController }): ReactNode {
  const phase = useAviatorState(controller, ({ round }) => round?.phase ?? null)
  const roundId = useAviatorState(controller, ({ round }) => round?.roundId ?? '')
  const roundNumber = useAviatorState(controller, ({ round }) => round?.roundNumber ?? 0)
  const fairnessHash = useAviatorState(controller, ({ round }) => round?.fairnessHash ?? '')
  const serverSeed = useAviatorState(controller, ({ round }) => round?.serverSeed ?? null)
  const clientSeed = useAviatorState(controller, ({ round }) => round?.clientSeed ?? null)
  if (phase === null) return <ProofPending />
  const { seal, verifyAt } = sealOf({ phase, roundId, fairnessHash, serverSeed })
  return (
    <ProofLine
      seal={seal}
      clientSeed={
        clientSeed === null ? (
          <p>{t`made when betting closes`}</p>
        ) : (
          <p className={textClass('mono')} title={clientSeed}>
            {clientSeed}
          </p>
        )
      }
      count={[t`Round`, roundNumber]}
      state={phase === 'void' ? t`Voided` : phase === 'betting' ? t`Committed` : t`In play`}
      verifyAt={verifyAt}
    />
  )
}
