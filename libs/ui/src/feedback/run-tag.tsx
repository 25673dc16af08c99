import { msg } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import type { ReactNode } from 'react'
import { StyledTag } from './tag.tsx'

const tagStyles = {
  running: { tone: 'good', icon: Play, word: msg`Running` },
  done: { tone: 'plain', icon: Check, word: msg`Done` },
  stopped: { tone: 'plain', icon: Square, word: msg`Stopped` },
  paused: { tone: 'warn', icon: Pause, word: msg`Paused` },
  error: { tone: 'bad', icon: CircleX, word: msg`Error` },
  other: { tone: 'plain', icon: CircleQuestionMark, word: msg`Other` },
} as const

/** The state of automatic bets. `done`: all bets are done. A separate module, because the shells do not use it. */
export function RunStateTag(props: { status: keyof typeof tagStyles }): ReactNode {
  return <StyledTag tagStyles={tagStyles} {...props} />
}
