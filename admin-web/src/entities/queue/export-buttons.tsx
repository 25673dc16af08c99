import { Button } from '@kismet/ui/controls/button.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { useExport } from './use-export.ts'
import type { ServerFile } from './use-export.ts'

interface ExportButtonsProps<Query> {
  file: ServerFile<Query>
  query: Query
  /** What the file holds, in the label. */
  what: string
}

/** A button for each format of a file of the server. A role that may not export has no button. */
export function ExportButtons<Query>({ file, query, what }: ExportButtonsProps<Query>): ReactNode {
  return (
    <Row gap={2}>
      {useExport(file, query, what).map(({ label, icon = Download, busy, take }) => (
        <Button key={label} icon={icon} busy={busy} onClick={take} aria-label={label}>
          {label.split(' ').at(-1)}
        </Button>
      ))}
    </Row>
  )
}
