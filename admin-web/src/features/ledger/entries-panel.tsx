import { Id } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useWritten } from '../../core/use-written.ts'
import { Entries } from '../../entities/ledger/entries.tsx'
import type { EntriesBy } from '../../entities/ledger/entries.tsx'
import styles from './ledger.module.css'

const ways = [
  { value: 'player', label: 'Player' },
  { value: 'reference', label: 'Bet or request' },
] as const

/** What is written in the form, and what is wrong with it. */
interface Draft {
  readonly by: EntriesBy
  readonly text: string
  readonly problem?: string
}

/** Looks entries up, of a player or about one thing; which stands in the address. */
export function EntriesPanel(): ReactNode {
  const [params, setParams] = useSearchParams()
  const by: EntriesBy = params.has('reference') ? 'reference' : 'player'
  const shown = params.get(by) ?? ''
  const [draft, write, send] = useWritten<Draft>({ by, text: shown }, `${by} ${shown}`)
  const [look, setLook] = useState(0)
  const show = (): void => {
    const read = Id.safeParse(draft.text.trim().toLowerCase())
    if (!read.success) {
      write({ ...draft, problem: 'An id has 36 letters and digits, as in 0190b2a0-0000-7000-8000-0000000000ff.' })
      return
    }
    write({ by: draft.by, text: read.data })
    if (draft.by === by && read.data === shown) {
      setLook(look + 1)
      return
    }
    send(`${draft.by} ${read.data}`)
    setParams({ [draft.by]: read.data })
  }
  return (
    <Panel title="Entries" note="each sums to zero">
      <Form className={styles.look} onSubmit={show} aria-label="Look entries up">
        <Segmented
          label="Of what"
          options={ways}
          value={draft.by}
          onChange={(value) => write({ by: value, text: draft.text })}
        />
        <TextField
          label={draft.by === 'player' ? "Player's id" : 'Id of a bet, deposit, withdrawal or correction'}
          mono
          autoComplete="off"
          spellCheck={false}
          value={draft.text}
          error={draft.problem}
          onChange={(event) => write({ by: draft.by, text: event.target.value })}
        />
        <Button type="submit">Show entries</Button>
      </Form>
      {Id.safeParse(shown).success && <Entries key={`${by} ${shown} ${look}`} by={by} id={shown} />}
    </Panel>
  )
}
