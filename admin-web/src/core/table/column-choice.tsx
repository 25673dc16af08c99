import { IconButton } from '@kismet/ui/controls/button.tsx'
import { Switch } from '@kismet/ui/controls/choice.tsx'
import { Sheet } from '@kismet/ui/feedback/question.tsx'
import Columns3 from 'lucide-react/icons/columns-3'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useHiddenColumns } from './hidden-columns.ts'
import type { Table } from './table.ts'
import styles from './table-bar.module.css'

/** Chooses the columns of a table. The first column names its row and always stays. */
export function ColumnChoice<Row>({ table: { label, columns } }: { table: Table<Row> }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [hidden, setHidden] = useHiddenColumns(label)
  return (
    <>
      <IconButton icon={Columns3} size="s" label="Choose columns" onClick={() => setOpen(true)} />
      {isOpen && (
        <Sheet title="Columns" onClose={() => setOpen(false)}>
          <ul className={styles.columns}>
            {columns.slice(1).map(({ title }) => (
              <li key={title}>
                {title}
                <Switch
                  label={title}
                  checked={!hidden.includes(title)}
                  onChange={(isShown) =>
                    setHidden(isShown ? hidden.filter((one) => one !== title) : [...hidden, title])
                  }
                />
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </>
  )
}
