import type { EvidenceKind } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { evidencePath } from '../../core/paths.ts'

/** The way to the evidence. It is made when its page opens. */
export function EvidenceLink({ kind, id }: { kind: EvidenceKind; id: string }): ReactNode {
  return (
    <Link className={textClass('link')} to={evidencePath(kind, id)}>
      Evidence
    </Link>
  )
}
