import type { Proof } from '@kismet/fairness'
import { UnreadableProofError, parseProofFile, readProof } from '@kismet/fairness'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { Options, SelectField, TextArea, TextField } from '@kismet/ui/controls/text-field.tsx'
import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import { panelClass, KeyValues } from '@kismet/ui/layout/panel.tsx'
import { useLocale } from '@kismet/ui/words/lingui.tsx'
import { Row, Stack, stackClass } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { GameName } from '../../core/games.ts'
import { games } from '../../core/games.ts'
import type { CheckResult } from './check.ts'
import { check } from './check.ts'
import { fairGameNames, fairGames } from './fair-games.ts'
import { ProofFiles } from './proof-files.tsx'
import { unreadableText } from './proof-words.ts'
import { Verdict } from './verdict.tsx'
import type { VerifierInput, VerifierTexts } from './verifier-form.ts'
import { emptyTexts, shownClaim, textsOfProof } from './verifier-form.ts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { HashLine } from '@kismet/ui/seal/seal.tsx'
import styles from './fairness.module.css'

/** The commitment that the player saw before the bet, beside the commitment of the proof. */
function ShownBefore({ shown, proven }: { shown: string; proven: string }): ReactNode {
  const rows = [
    { name: t`Commitment that you saw before the bet`, value: <HashLine text={shown} copyLabel={t`Copy hash`} /> },
    { name: t`Commitment of this proof`, value: <HashLine text={proven} copyLabel={t`Copy hash`} /> },
  ]
  return (
    <>
      <KeyValues rows={rows} />
      {shown === proven ? (
        <Notice tone="good">{t`Both commitments are the same: the seed was fixed before the bet.`}</Notice>
      ) : (
        <Notice tone="bad">{t`The commitments differ. Write to support.`}</Notice>
      )}
    </>
  )
}

const gameOptions = () => fairGameNames.map((value) => ({ value, label: t(games[value].title) }))

type Result = CheckResult | { problem: string } | null

function SettingField({ texts, onChange }: { texts: VerifierTexts; onChange: (setting: string) => void }): ReactNode {
  const { setting } = fairGames[texts.game]
  if (setting === null) return null
  const shown = {
    label: t(setting.name),
    value: texts.setting,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (setting.options === undefined) return <TextField mono inputMode="decimal" {...shown} />
  return (
    <SelectField {...shown}>
      <Options of={setting.options.map(({ value, name }) => [value, t(name)])} />
    </SelectField>
  )
}

function Fields({ input, onTexts }: { input: VerifierInput; onTexts: (texts: VerifierTexts) => void }): ReactNode {
  const { texts } = input
  const { name, unit, isList = false } = fairGames[texts.game].result
  const change = (field: keyof VerifierTexts) => (event: { target: { value: string } }) =>
    onTexts({ ...texts, [field]: event.target.value })
  const plain = { autoComplete: 'off', spellCheck: false } as const
  const claim = { label: t(name), ...plain, value: shownClaim(input), onChange: change('claim') }
  return (
    <>
      <TextArea
        label={t`Server seed`}
        seed
        rows={2}
        {...plain}
        value={texts.serverSeed}
        onChange={change('serverSeed')}
      />
      <TextField label={t`Client seed`} mono {...plain} value={texts.clientSeed} onChange={change('clientSeed')} />
      <div className={styles.pair}>
        <TextField
          label={t`Nonce`}
          mono
          inputMode="numeric"
          {...plain}
          value={texts.nonce}
          onChange={change('nonce')}
        />
        <SettingField texts={texts} onChange={(setting) => onTexts({ ...texts, setting })} />
        {!isList && <TextField mono {...(unit === undefined ? {} : { unit })} {...claim} />}
      </div>
      {isList && <TextArea seed rows={2} {...claim} />}
      <TextArea
        label={t`Commitment hash`}
        seed
        rows={2}
        {...plain}
        value={texts.serverSeedHash}
        onChange={change('serverSeedHash')}
      />
    </>
  )
}

type Say = ((locale: string) => Result) | null

/** What the last check came to, said in the language that is shown now. */
function useResult(atFirst: Say): { result: Result; show: (say: Say) => void } {
  const [say, setSay] = useState<Say>(() => atFirst)
  const locale = useLocale()
  const result = useMemo(() => say?.(locale) ?? null, [say, locale])
  return { result, show: (next) => setSay(() => next) }
}

/**
 * Checks any bet from its seeds, in this browser. `proof` fills the form and is checked at once. `shown`: the commitment that its
 * player saw before the bet. `awaited`: the proof is on its way, and the form keeps its room.
 */
export function Verifier({
  proof,
  shown = null,
  awaited = false,
}: {
  proof: Proof | null
  shown?: string | null
  awaited?: boolean
}): ReactNode {
  const [input, setInput] = useState<VerifierInput>(() => inputOf(proof))
  const { result, show } = useResult(proof ? () => check(inputOf(proof)) : null)
  const load = (bytes: Uint8Array): void => {
    try {
      const next = inputOf(readProof(parseProofFile(bytes)))
      setInput(next)
      show(() => check(next))
    } catch (error) {
      show(() => ({
        problem: error instanceof UnreadableProofError ? unreadableText(error) : t`This file is not a proof.`,
      }))
    }
  }
  // A verdict is about the values that it was found for.
  const change = (texts: VerifierInput['texts']): void => {
    setInput({ ...input, texts })
    show(null)
  }
  const setGame = (game: GameName): void => {
    setInput({ texts: emptyTexts(game), proof: null })
    show(null)
  }
  const verdict = useRef<HTMLDivElement>(null)
  // On a phone it stands below the form, out of sight.
  useEffect(() => {
    if (result !== null) verdict.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  return (
    <section className={panelClass} aria-labelledby="verify-title" inert={awaited}>
      <Row spread wrap gap={2} className={styles.panelHead}>
        <h2 id="verify-title">{t`Verify a bet`}</h2>
        <Segmented label={t`Game`} options={gameOptions()} value={input.texts.game} onChange={setGame} />
      </Row>
      <Stack gap={6} wide="halves" className={styles.grid}>
        <form
          className={stackClass}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            show(() => check(input))
          }}
        >
          <Fields input={input} onTexts={change} />
          <Button type="submit" kind="primary" big icon={ShieldCheck}>
            {t`Verify`}
          </Button>
          <ProofFiles proof={input.proof} onLoad={load} />
        </form>
        <div ref={verdict} className={styles.answer} role="status">
          {awaited ? <Skeleton rows={8} /> : <Verdict result={result} />}
          {proof !== null && shown !== null && result !== null && input.proof === proof && (
            <ShownBefore shown={shown} proven={proof.serverSeedHash} />
          )}
        </div>
      </Stack>
    </section>
  )
}

function inputOf(proof: Proof | null): VerifierInput {
  return { texts: proof ? textsOfProof(proof) : emptyTexts('dice'), proof }
}
