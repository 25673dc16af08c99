import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { Drawer } from '@kismet/ui/feedback/modal.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { HashLine } from '@kismet/ui/seal/seal.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { betProofPath } from '../../core/paths.ts'
import { ClientSeedField, NextSeal } from './next-seal.tsx'
import type { NextPlay, RevealedPlay } from './play.ts'

function lastRows(last: RevealedPlay): { name: string; value: ReactNode }[] {
  return [
    {
      name: t`This bet's commitment hash`,
      value: <HashLine text={last.serverSeedHash} copyLabel={t`Copy hash`} seal="open" />,
    },
    { name: t`Server seed (revealed)`, value: <HashLine text={last.serverSeed} copyLabel={t`Copy seed`} /> },
    {
      name: t`Client seed:nonce`,
      value: <span className={textClass('mono')}>{`${last.clientSeed}:${last.nonce}`}</span>,
    },
  ]
}

/** What the seal means, the last bet opened, the player's own seed, and the commitment of the next bet. */
export function FairDrawer({
  game,
  last,
  next,
  onClose,
}: {
  game: string
  last: RevealedPlay | null
  next: NextPlay | undefined
  onClose: () => void
}): ReactNode {
  return (
    <Drawer title={t`Fair · ${game}`} onClose={onClose}>
      <p className={textClass('small', 'muted')}>
        {t`The server committed to this result before you bet. The commitment is the SHA-256 hash of the server seed. After the bet you see the seed, and anyone can check it.`}
      </p>
      {last && <KeyValues rows={lastRows(last)} />}
      {next && <ClientSeedField stored={next.clientSeed} />}
      {last && (
        <Link className={buttonClass({ kind: 'primary', big: true })} to={betProofPath(last.betId)}>
          <Icon of={ShieldCheck} />
          {t`Verify`}
        </Link>
      )}
      {next && <NextSeal next={next} />}
    </Drawer>
  )
}
