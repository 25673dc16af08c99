import { setClientSeed } from '@kismet/contracts'
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
import { useForm } from '../../core/use-form.ts'
import { mutationHook } from '../session/from-contract.ts'
import { textClass } from '@kismet/ui/class-names.ts'
import type { NextPlay } from './play.ts'
import styles from './fair-play.module.css'

const useSetSeed = mutationHook(setClientSeed, ['Commitment'])

/** The commitment of the player's next play of a game. */
export function NextSeal({ next: { nonce, serverSeedHash } }: { next: NextPlay }): ReactNode {
  const value = <HashLine text={serverSeedHash} copyLabel={t`Copy hash`} seal="sealed" />
  return <KeyValues rows={[{ name: t`Commitment of your next bet (nonce ${nonce})`, value }]} />
}

/** The player's own seed, to be changed. */
export function ClientSeedField({ stored }: { stored: string }): ReactNode {
  const [before, setBefore] = useState(stored)
  const [saved, setSaved] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const [save, { isLoading }] = useSetSeed()
  const { values, change, field, tell } = useForm({ clientSeed: stored }, isLoading)
  const draft = values.clientSeed
  // After a new seed the field follows it, unless it has a draft of the player.
  if (before !== stored) {
    setBefore(stored)
    if (draft === before) change({ clientSeed: stored })
  }
  const keep = async (clientSeed: string): Promise<void> => {
    if (!isOwnClientSeed(clientSeed)) {
      tell({ message: () => t`1 to ${ownClientSeedMaxLength} characters: A-Z a-z 0-9 _ -`, field: 'clientSeed' })
      return
    }
    const { error } = await save({ clientSeed })
    const message = (): string => toastErrorText(asCallError(error ?? {}), t`Action failed`)
    tell(error ? { message, field: 'clientSeed' } : null)
    setSaved(error ? null : clientSeed)
  }
  const renew = (): void => {
    if (isLoading) return
    const seed = newIdempotencyKey()
    change({ clientSeed: seed })
    void keep(seed)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // The button goes when the seed is saved, and would take the focus with it.
        input.current?.focus()
        if (!isLoading) void keep(draft)
      }}
    >
      <TextField
        {...field('clientSeed')}
        ref={input}
        label={t`Client seed`}
        mono
        autoComplete="off"
        spellCheck={false}
        maxLength={ownClientSeedMaxLength}
        hint={t`Used from your next bet. 1 to ${ownClientSeedMaxLength} characters: A-Z a-z 0-9 _ -. Your browser adds 16 random characters to each bet.`}
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
