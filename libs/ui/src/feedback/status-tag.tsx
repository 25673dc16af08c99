import { msg } from '@lingui/core/macro'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'
import { StyledTag } from './tag.tsx'
import type { TagStyles } from './tag.tsx'

const requestTagStyles = {
  pending: { tone: 'warn', icon: Hourglass, word: msg`Pending` },
  approved: { tone: 'good', icon: CircleCheck, word: msg`Approved` },
  rejected: { tone: 'bad', icon: CircleX, word: msg`Rejected` },
  other: { tone: 'plain', icon: CircleQuestionMark, word: msg`Other` },
} as const satisfies TagStyles<string>

/** The state of a request. */
export function StatusTag(props: { status: keyof typeof requestTagStyles; children?: ReactNode }): ReactNode {
  return <StyledTag tagStyles={requestTagStyles} {...props} />
}
