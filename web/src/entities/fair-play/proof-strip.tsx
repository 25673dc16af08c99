import { Button } from '@kismet/ui/controls/button.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { Seal, SealLine } from '@kismet/ui/seal/seal.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { betProofPath } from '../../core/paths.ts'
import type { AskAgain, NextPlay, RevealedPlay } from './play.ts'
import styles from './fair-play.module.css'

/** Opens the drawer; it wears the seal of the play that comes next. */
export function FairControl({
  next,
  onOpen,
}: {
  next: Pick<NextPlay, 'serverSeedHash'> | undefined
  onOpen: () => void
}): ReactNode {
  return (
    <button type="button" className={styles.fair} aria-haspopup="dialog" onClick={onOpen}>
      {next && <Seal hash={next.serverSeedHash} size="small" />}
      {t`Fair`}
    </button>
  )
}

/** Where the seal will be, as high as it. `isBusy`: it was asked for. */
export function ProofPending({ isBusy = false }: { isBusy?: boolean }): ReactNode {
  return <div className={styles.proof} aria-busy={isBusy || undefined} />
}

interface StripProps {
  last: RevealedPlay | null
  next: NextPlay | undefined
  /** The bet is on its way: its commitment is in play. */
  playing: boolean
  /** The seal could not be had. */
  askAgain: AskAgain | null
}

/** Under the stage of each game: the seal of the next play, sealed or in play; after a play its seed, to be verified. */
export function ProofStrip({ last, next, playing, askAgain }: StripProps): ReactNode {
  const opened = last !== null && !playing ? last : null
  const shown = opened ?? next
  if (!shown && askAgain)
    return (
      <div className={styles.proof} role="alert">
        <p>{t`The commitment of your next bet could not be loaded. You can bet when you see it here.`}</p>
        <Button kind="quiet" busy={askAgain.busy} onClick={askAgain.ask}>
          {t`Try again`}
        </Button>
      </div>
    )
  if (!shown) return <ProofPending isBusy />
  const line = (
    <ProofLine
      seal={
        opened ? (
          <SealLine hash={opened.serverSeedHash} state="open" name={t`Server seed revealed`} text={opened.serverSeed} />
        ) : (
          <SealLine
            hash={shown.serverSeedHash}
            state={playing ? 'played' : 'sealed'}
            name={playing ? t`Commitment of this bet` : t`Commitment of your next bet`}
          />
        )
      }
      clientSeed={
        <p className={textClass('mono')} title={shown.clientSeed}>
          {shown.clientSeed}
        </p>
      }
      count={[t`Nonce`, shown.nonce]}
      state={playing ? t`In play` : t`Committed`}
      verifyAt={opened && betProofPath(opened.betId)}
    />
  )
  if (opened?.isAsSent !== false) return line
  return (
    <>
      <Notice tone="bad">{otherSealText()}</Notice>
      {line}
    </>
  )
}

/** LazyText of a play whose seal is not the one that its player was shown. */
export function otherSealText(): string {
  return t`This bet did not use the commitment and the client seed that you saw before it. Verify the bet and write to support.`
}

/** A seal with what decides beside it; with `verifyAt` its seed is known, and the line leads to the proof. */
export function ProofLine({
  seal,
  clientSeed,
  count: [name, count],
  state,
  verifyAt,
}: {
  seal: ReactNode
  clientSeed: ReactNode
  count: readonly [name: string, count: number]
  state: string
  verifyAt: string | null
}): ReactNode {
  return (
    <div className={styles.proof}>
      {seal}
      <div className={styles.wide}>
        <p className={textClass('key')}>{t`Client seed`}</p>
        {clientSeed}
      </div>
      <div className={styles.wide}>
        <p className={textClass('key')}>{name}</p>
        <p>{count}</p>
      </div>
      {verifyAt === null ? (
        <span className={styles.tag}>
          <Tag>{state}</Tag>
        </span>
      ) : (
        <Link className={styles.verify} to={verifyAt}>
          <Icon of={ShieldCheck} size="s" />
          {t`Verify`}
        </Link>
      )}
    </div>
  )
}
