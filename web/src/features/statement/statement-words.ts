import { StatementGameType } from '@kismet/contracts'
import type { Tone } from '@kismet/ui/feedback/tone.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import Check from 'lucide-react/icons/check'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Coins from 'lucide-react/icons/coins'
import FilePen from 'lucide-react/icons/file-pen'
import Gift from 'lucide-react/icons/gift'
import Undo2 from 'lucide-react/icons/undo-2'
import type { GameName } from '../../core/games.ts'
import { gameNames, games } from '../../core/games.ts'
import type { Filters, StatementLine } from './use-statement.ts'

interface Kind {
  readonly word: MessageDescriptor
  readonly icon: Glyph
  /** A bet has a proof. */
  readonly isBet: boolean
}

const bets = Object.fromEntries(
  gameNames.map((name) => [games[name].wireName, { word: games[name].title, icon: games[name].icon, isBet: true }]),
) as Readonly<Record<(typeof games)[GameName]['wireName'], Kind>>

/** What each kind of line is called, and its sign. */
export const kinds: Readonly<Record<StatementLine['gameType'], Kind>> = {
  ...bets,
  CoinFlip: { word: msg`CoinFlip`, icon: Coins, isBet: false },
  Deposit: { word: msg`Deposit`, icon: ArrowDownToLine, isBet: false },
  Withdrawal: { word: msg`Withdrawal`, icon: ArrowUpFromLine, isBet: false },
  Bonus: { word: msg`Bonus`, icon: Gift, isBet: false },
  Correction: { word: msg`Correction`, icon: FilePen, isBet: false },
  other: { word: msg`Other`, icon: CircleQuestionMark, isBet: false },
}

/** What a result is called, in the words of the spec. */
export const results: Readonly<Record<StatementLine['result'], { word: MessageDescriptor; icon: Glyph; tone: Tone }>> =
  {
    win: { word: msg`win`, icon: CircleCheck, tone: 'good' },
    profit: { word: msg`profit`, icon: CircleCheck, tone: 'good' },
    loss: { word: msg`loss`, icon: CircleX, tone: 'bad' },
    credit: { word: msg`credit`, icon: CircleCheck, tone: 'good' },
    approved: { word: msg`approved`, icon: CircleCheck, tone: 'good' },
    'on hold': { word: msg`on hold`, icon: Clock, tone: 'warn' },
    processed: { word: msg`processed`, icon: Check, tone: 'info' },
    returned: { word: msg`returned`, icon: Undo2, tone: 'plain' },
    other: { word: msg`other`, icon: CircleQuestionMark, tone: 'plain' },
  }

/** The choices of the filter by game (spec 2.9 and the decision that the rest stands there too). */
export const gameChoices: readonly { value: Filters['gameType']; word: MessageDescriptor }[] = [
  { value: 'All', word: msg`All` },
  ...StatementGameType.exclude(['Bonus', 'Correction']).options.map((value) => ({ value, word: kinds[value].word })),
]

/** The choices of the filter by result. */
export const resultChoices: readonly { value: Filters['result']; word: MessageDescriptor }[] = [
  { value: 'All', word: msg`All` },
  { value: 'win', word: results.win.word },
  { value: 'loss', word: results.loss.word },
]
