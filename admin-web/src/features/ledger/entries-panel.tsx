import { Id } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { useLookUp } from '../../core/use-look-up.ts'
import { Entries } from '../../entities/ledger/entries.tsx'
import type { EntriesBy } from '../../entities/ledger/entries.tsx'
import styles from './ledger.module.css'

const ways = [
  { value: 'player', label: 'Player' },
  { value: 'reference', label: 'Bet or request' },
] as const

const readId = (text: string): string | null => Id.safeParse(text.trim().toLowerCase()).data ?? null
const notAnId = 'An id has 36 letters and digits, as in 0190b2a0-0000-7000-8000-0000000000ff.'

/** Looks entries up, of a player or about one thing; which stands in the address. */
export function EntriesPanel(): ReactNode {
  const { by, text, problem, write, show, shown } = useLookUp<EntriesBy>(['player', 'reference'], readId, notAnId)
  return (
    <Panel title="Entries" note="each sums to zero">
      <Form className={styles.look} onSubmit={show} aria-label="Look entries up">
        <Segmented label="Of what" options={ways} value={by} onChange={(value) => write({ by: value, text })} />
        <TextField
          label={by === 'player' ? "Player's id" : 'Id of a bet, deposit, withdrawal or correction'}
          mono
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={problem}
          onChange={(event) => write({ by, text: event.target.value })}
        />
        <Button type="submit">Show entries</Button>
      </Form>
      {Id.safeParse(shown.text).success && <Entries key={shown.key} by={shown.by} id={shown.text} />}
    </Panel>
  )
}
