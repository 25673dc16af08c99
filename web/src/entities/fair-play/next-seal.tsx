import { isOwnClientSeed, ownClientSeedMaxLength } from '@kismet/fairness'
import { IconButton } from '@kismet/ui/controls/button.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { HashLine } from '@kismet/ui/seal/seal.tsx'
import { t } from '@lingui/core/macro'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { toastErrorText } from '../../core/error-text.ts'
import { newIdempotencyKey } from '@kismet/app-kit/random.ts'
import { textClass } from '@kismet/ui/class-names.ts'
import type { Said } from '../../core/said.ts'
import { useSetClientSeedMutation } from './client-seed-api.ts'
import type { NextPlay } from './play.ts'
import styles from './fair-play.module.css'

/** The commitment of the player's next play of a game. */
export function NextSeal({ next: { nonce, serverSeedHash } }: { next: NextPlay }): ReactNode {
  const value = <HashLine text={serverSeedHash} copyLabel={t`Copy hash`} seal="sealed" />
  return <KeyValues rows={[{ name: t`Commitment of your next bet (nonce ${nonce})`, value }]} />
}

/** The player's own seed, to be changed. */
export function ClientSeedField({ stored }: { stored: string }): ReactNode {
  const [before, setBefore] = useState(stored)
  const [draft, setDraft] = useState(stored)
  const [saved, setSaved] = useState<string | null>(null)
  const [problem, setProblem] = useState<{ readonly text: Said } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const [save, { isLoading }] = useSetClientSeedMutation()
  // After a new seed the field follows it, unless it has a draft of the player.
  if (before !== stored) {
    setBefore(stored)
    if (draft === before) setDraft(stored)
  }
  const change = (seed: string): void => {
    setDraft(seed)
    setProblem(null)
  }
  const keep = async (clientSeed: string): Promise<void> => {
    if (!isOwnClientSeed(clientSeed)) {
      setProblem({ text: () => t`1 to ${ownClientSeedMaxLength} characters: A-Z a-z 0-9 _ -` })
      return
    }
    const { error } = await save({ clientSeed })
    setProblem(error ? { text: () => toastErrorText(asCallError(error), t`Action failed`) } : null)
    setSaved(error ? null : clientSeed)
  }
  const renew = (): void => {
    if (isLoading) return
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
        if (!isLoading) void keep(draft)
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
        readOnly={isLoading}
        error={problem?.text()}
        hint={t`Used from your next bet. 1 to ${ownClientSeedMaxLength} characters: A-Z a-z 0-9 _ -. Your browser adds 16 random characters to each bet.`}
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
      <p className={textClass('small', 'muted')} role="status">
        {saved === draft && t`Client seed saved`}
      </p>
    </form>
  )
}
