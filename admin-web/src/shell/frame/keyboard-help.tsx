import type { ReactNode } from 'react'
import { InfoDialog } from '@kismet/ui/feedback/dialog.tsx'
import { Switch } from '@kismet/ui/controls/choice.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { useSingleKeys } from '../../core/keyboard/use-shortcuts.ts'
import { menuPages } from '../routes.ts'
import styles from '../../core/keyboard/keyboard.module.css'
import { textClass } from '@kismet/ui/class-names.ts'

const lines: readonly { keys: readonly string[]; between?: string; means: string }[] = [
  { keys: ['J', 'K'], means: 'next or previous request (also arrow keys) or row' },
  { keys: ['Enter', 'X'], means: 'open the row in focus, tick it' },
  { keys: ['A', 'Enter'], means: 'approve, and confirm' },
  { keys: ['R', '1', '6'], between: '…', means: 'reject, reason; Enter sends' },
  { keys: ['C'], means: 'copy the UTR of a deposit' },
  { keys: ['1', '6'], between: '…', means: 'copy a line of a withdrawal' },
  { keys: ['Y', 'X', 'N'], means: 'near match: approve, reject, not the same' },
  { keys: ['Z', 'O'], means: 'zoom the proof, open it' },
  { keys: ['Left', 'Right'], means: 'page of a PDF proof' },
  { keys: ['/', 'Enter'], means: 'search, open the first' },
  { keys: ['P'], means: 'pay a withdrawal; play or pause a replay' },
  { keys: ['Esc'], means: 'back; the search keeps its text' },
  { keys: ['Enter', 'Esc'], means: 'question: confirm, cancel' },
  ...menuPages.map(({ menu }) => ({ keys: ['G', menu.key], means: `go to ${menu.word}` })),
  { keys: ['?'], means: 'this list' },
]

/** The list of shortcuts. Shortcuts do not work while writing in a field. */
export function KeyboardHelp({ onClose }: { onClose: () => void }): ReactNode {
  const [areOn, setOn] = useSingleKeys()
  return (
    <InfoDialog title="Keyboard" onClose={onClose}>
      <Row spread gap={3}>
        <p>Keyboard shortcuts</p>
        <Switch label="Keyboard shortcuts" checked={areOn} onChange={setOn} />
      </Row>
      <dl className={styles.keys}>
        {lines.map(({ keys, between, means }) => (
          <div key={means} className={styles.line}>
            <dt>
              <span className={textClass('sr')}>{keys.join(' ')}</span>
              {keys.map((key, at) => (
                <span key={key} aria-hidden="true">
                  {between !== undefined && at === keys.length - 1 && <span>{between} </span>}
                  <Kbd>{key}</Kbd>
                </span>
              ))}
            </dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </InfoDialog>
  )
}
