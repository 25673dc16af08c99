import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { Drawer } from '@kismet/ui/feedback/modal.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { HashLine } from '@kismet/ui/seal/seal.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { paths, roundPath } from '../../core/paths.ts'
import type { AviatorController } from './aviator-controller.ts'
import { betOf } from './aviator-state.ts'
import { useAviatorState } from './use-aviator.ts'

/** How a round is decided, its seal and seeds, and whether the own client seed went into it. */
export function FairRound({ controller, onClose }: { controller: AviatorController; onClose: () => void }): ReactNode {
  const fairnessHash = useAviatorState(controller, ({ round }) => round?.fairnessHash ?? '')
  const serverSeed = useAviatorState(controller, ({ round }) => round?.serverSeed ?? null)
  const clientSeeds = useAviatorState(controller, ({ round }) => round?.clientSeeds ?? null)
  const last = useAviatorState(controller, ({ history }) => history[0])
  const ownSeed = useAviatorState(controller, (state) => betOf(state)?.clientSeed ?? null)
  const receipt = useAviatorState(controller, ({ bets }) => bets.find((bet) => bet.receipt !== undefined)?.receipt)
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
            value: (
              <>
                <HashLine text={receipt} copyLabel={t`Copy receipt`} />
                <Link className={textClass('link')} to={paths.fairness}>{t`Check the receipt on Fairness`}</Link>
              </>
            ),
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
