import { Tag } from '@kismet/ui/feedback/tag.tsx'
import ImagePlus from 'lucide-react/icons/image-plus'
import type { ReactNode } from 'react'
import type { QueueRequest } from './request.ts'

/** Whether the player was asked for a better proof, or has sent it. */
export function BetterProofTag({ of }: { of: NonNullable<QueueRequest['betterProof']> }): ReactNode {
  if (of.sentAt === null) return <Tag>Better proof requested</Tag>
  return (
    <Tag tone="own" icon={ImagePlus}>
      New proof
    </Tag>
  )
}
