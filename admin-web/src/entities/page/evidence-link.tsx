import type { EvidenceKind } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { TextLink } from '../../core/text-link.tsx'
import { evidencePath } from '../../core/paths.ts'

/** The way to the evidence. It is made when its page opens. */
export function EvidenceLink({ kind, id }: { kind: EvidenceKind; id: string }): ReactNode {
  return <TextLink to={evidencePath(kind, id)}>Evidence</TextLink>
}
