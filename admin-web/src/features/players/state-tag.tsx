import type { OrOther, PlayerState } from '@kismet/contracts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import type { ReactNode } from 'react'

const looks = {
  active: { tone: 'good', icon: CircleCheck, word: 'Active' },
  suspended: { tone: 'bad', icon: Ban, word: 'Suspended' },
  closed: { tone: 'plain', icon: CircleX, word: 'Closed' },
  other: { tone: 'plain', icon: CircleQuestionMark, word: 'Other' },
} as const

/** Whether a player may log in and play, in a word. */
export function StateTag({ state }: { state: OrOther<PlayerState> }): ReactNode {
  const { tone, icon, word } = looks[state]
  return (
    <Tag tone={tone} icon={icon}>
      {word}
    </Tag>
  )
}
