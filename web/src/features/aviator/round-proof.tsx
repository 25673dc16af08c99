import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { Drawer } from '@kismet/ui/feedback/modal.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { HashLine, SealLine } from '@kismet/ui/seal/seal.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { roundPath } from '../../core/paths.ts'
import { ProofLine, ProofPending } from '../../entities/fair-play/proof-strip.tsx'
import type { AviatorController } from './aviator-controller.ts'
import type { Round } from './table.ts'
import { betOf } from './table.ts'
import { useTable } from './use-aviator.ts'

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
  const phase = useTable(controller, ({ round }) => round?.phase ?? null)
  const roundId = useTable(controller, ({ round }) => round?.roundId ?? '')
  const roundNumber = useTable(controller, ({ round }) => round?.roundNumber ?? 0)
  const fairnessHash = useTable(controller, ({ round }) => round?.fairnessHash ?? '')
  const serverSeed = useTable(controller, ({ round }) => round?.serverSeed ?? null)
  const clientSeed = useTable(controller, ({ round }) => round?.clientSeed ?? null)
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

/** How a round is decided, its seal and seeds, and whether the own client seed went into it. */
export function FairRound({ controller, onClose }: { controller: AviatorController; onClose: () => void }): ReactNode {
  const fairnessHash = useTable(controller, ({ round }) => round?.fairnessHash ?? '')
  const serverSeed = useTable(controller, ({ round }) => round?.serverSeed ?? null)
  const clientSeeds = useTable(controller, ({ round }) => round?.clientSeeds ?? null)
  const last = useTable(controller, ({ history }) => history[0])
  const ownSeed = useTable(controller, (table) => betOf(table)?.clientSeed ?? null)
  const receipt = useTable(controller, ({ bets }) => bets.find((bet) => bet.receipt !== undefined)?.receipt)
  const isUsed = ownSeed !== null && clientSeeds?.includes(ownSeed)
  const rows = [
    {
      name: t`This round's commitment hash`,
      value: <HashLine text={fairnessHash} copyLabel={t`Copy hash`} seal={serverSeed === null ? 'sealed' : 'open'} />,
    },
    ...(serverSeed === null
      ? []
      : [{ name: t`Server seed (revealed)`, value: <HashLine text={serverSeed} copyLabel={t`Copy seed`} /> }]),
    {
      name: t`Client seeds of the first three bets`,
      value:
        clientSeeds === null ? (
          t`made when betting closes`
        ) : clientSeeds.length === 0 ? (
          t`no bets: only the salt of the chain`
        ) : (
          <span className={textClass('mono')}>{clientSeeds.join(' · ')}</span>
        ),
    },
    ...(ownSeed === null
      ? []
      : [{ name: t`Client seed of your bet`, value: <span className={textClass('mono')}>{ownSeed}</span> }]),
    ...(receipt === undefined
      ? []
      : [
          {
            name: t`Receipt of your last cash-out. The server signs time, multiplier and payout: keep it in case of a dispute.`,
            value: <HashLine text={receipt} copyLabel={t`Copy receipt`} />,
          },
        ]),
  ]
  return (
    <Drawer title={t`Fair · Aviator`} onClose={onClose}>
      <p className={textClass('small', 'muted')}>
        {t`The server commits to its seed before bets open: the hash of the seed is the seed of the previous round. When betting closes, the first three bets make the client seed. While bets are open, the crash point does not exist yet.`}
      </p>
      {isUsed && <Notice tone="info">{t`Your client seed is one of the three client seeds of this round.`}</Notice>}
      <KeyValues rows={rows} />
      {last && (
        <Link className={buttonClass({ kind: 'primary', big: true })} to={roundPath(last.roundId)}>
          <Icon of={ShieldCheck} />
          {t`Verify round ${last.roundNumber}`}
        </Link>
      )}
    </Drawer>
  )
}
