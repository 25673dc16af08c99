import { isOwnClientSeed, ownClientSeedMaxLength } from '@kismet/fairness'
import { IconButton, buttonClass } from '@kismet/ui/controls/button.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { Drawer } from '@kismet/ui/feedback/modal.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { HashLine } from '@kismet/ui/seal/seal.tsx'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { t } from '@lingui/core/macro'
import { toastErrorText } from '../../core/error-text.ts'
import { betProofPath } from '../../core/paths.ts'
import { useSetClientSeedMutation } from './client-seed-api.ts'
import type { NextPlay, RevealedPlay } from './play.ts'
import { newIdempotencyKey } from '../../core/random.ts'
import type { Said } from '../../core/said.ts'
import styles from './fair-play.module.css'

function ClientSeedField({ stored }: { stored: string }): ReactNode {
  const [before, setBefore] = useState(stored)
  const [draft, setDraft] = useState(stored)
  const [saved, setSaved] = useState(false)
  const [problem, setProblem] = useState<{ readonly text: Said } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const [save, { isLoading }] = useSetClientSeedMutation()
  // The field stays when there is a new seed: what is not being changed follows it.
  if (before !== stored) {
    setBefore(stored)
    if (draft === before) setDraft(stored)
  }
  const change = (seed: string): void => {
    setDraft(seed)
    setSaved(false)
  }
  const keep = async (clientSeed: string): Promise<void> => {
    if (isLoading) return
    if (!isOwnClientSeed(clientSeed)) {
      setProblem({ text: () => t`1 to ${ownClientSeedMaxLength} of A-Z a-z 0-9 _ -` })
      return
    }
    const { error } = await save({ clientSeed })
    setProblem(error ? { text: () => toastErrorText(asCallError(error), t`Action failed`) } : null)
    setSaved(!error)
  }
  const renew = (): void => {
    const seed = newIdempotencyKey()
    change(seed)
    void keep(seed)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // The button goes when the seed is saved, and would take the focus with it.
        field.current?.focus()
        void keep(draft)
      }}
    >
      <TextField
        ref={field}
        label={t`Client seed`}
        mono
        autoComplete="off"
        spellCheck={false}
        maxLength={ownClientSeedMaxLength}
        value={draft}
        error={problem?.text()}
        hint={t`Used from your next bet. 1 to ${ownClientSeedMaxLength} of A-Z a-z 0-9 _ -. Your browser adds 16 new ones for each bet.`}
        onChange={(event) => change(event.target.value)}
        end={
          <>
            {draft !== stored && (
              <button type="submit" className={styles.save}>
                {t`Save`}
              </button>
            )}
            <IconButton icon={RefreshCw} label={t`New random client seed`} onClick={renew} />
          </>
        }
      />
      <p className="small muted" role="status">
        {saved && t`Client seed saved`}
      </p>
    </form>
  )
}

function lastRows(last: RevealedPlay): { name: string; value: ReactNode }[] {
  return [
    {
      name: t`This bet's commitment hash`,
      value: <HashLine text={last.serverSeedHash} copyLabel={t`Copy hash`} seal="open" />,
    },
    { name: t`Server seed (revealed)`, value: <HashLine text={last.serverSeed} copyLabel={t`Copy seed`} /> },
    { name: t`Client seed:nonce`, value: <span className="mono">{`${last.clientSeed}:${last.nonce}`}</span> },
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
      <p className="small muted">
        {t`The server sealed this result before you bet. The seal is the SHA-256 hash of the server seed. After the bet the seed is shown and anyone can check it.`}
      </p>
      {last && <KeyValues rows={lastRows(last)} />}
      {next && <ClientSeedField stored={next.clientSeed} />}
      {last && (
        <Link className={buttonClass({ kind: 'primary', big: true })} to={betProofPath(last.betId)}>
          <Icon of={ShieldCheck} />
          {t`Verify`}
        </Link>
      )}
      {next && (
        <KeyValues
          rows={[
            {
              name: t`Next commitment (nonce ${next.nonce})`,
              value: <HashLine text={next.serverSeedHash} copyLabel={t`Copy hash`} seal="sealed" />,
            },
          ]}
        />
      )}
    </Drawer>
  )
}
