import { msg } from '@lingui/core/macro'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'
import { LookTag } from './tag.tsx'
import type { Looks } from './tag.tsx'

/** Of what is asked for and decided. */
const requestLooks = {
  pending: { tone: 'warn', icon: Hourglass, word: msg`Pending` },
  approved: { tone: 'good', icon: CircleCheck, word: msg`Approved` },
  rejected: { tone: 'bad', icon: CircleX, word: msg`Rejected` },
  other: { tone: 'plain', icon: CircleQuestionMark, word: msg`Other` },
} as const satisfies Looks<string>

/** The state of a request. */
export function StatusTag(props: { status: keyof typeof requestLooks; children?: ReactNode }): ReactNode {
  return <LookTag looks={requestLooks} {...props} />
}
