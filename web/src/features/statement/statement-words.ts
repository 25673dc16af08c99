import type { Tone } from '@kismet/ui/feedback/tone.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import Check from 'lucide-react/icons/check'
import Cherry from 'lucide-react/icons/cherry'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Coins from 'lucide-react/icons/coins'
import Dices from 'lucide-react/icons/dices'
import FilePen from 'lucide-react/icons/file-pen'
import Gem from 'lucide-react/icons/gem'
import Gift from 'lucide-react/icons/gift'
import Plane from 'lucide-react/icons/plane'
import Undo2 from 'lucide-react/icons/undo-2'
import { gameTitles } from '../../core/paths.ts'
import type { Filters, StatementLine } from './use-statement.ts'

/** What each kind of line is called, its sign, and whether it is of a bet, which has a proof. */
export const kinds: Readonly<
  Record<StatementLine['gameType'], { word: MessageDescriptor; icon: Glyph; isBet: boolean }>
> = {
  Aviator: { word: gameTitles.aviator, icon: Plane, isBet: true },
  Dice: { word: gameTitles.dice, icon: Dices, isBet: true },
  Slots: { word: gameTitles.slots, icon: Cherry, isBet: true },
  CoinFlip: { word: msg`CoinFlip`, icon: Coins, isBet: false },
  Mines: { word: gameTitles.mines, icon: Gem, isBet: true },
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
  ...(['Aviator', 'Dice', 'Slots', 'CoinFlip', 'Mines', 'Deposit', 'Withdrawal'] as const).map((value) => ({
    value,
    word: kinds[value].word,
  })),
]

/** The choices of the filter by result. */
export const resultChoices: readonly { value: Filters['result']; word: MessageDescriptor }[] = [
  { value: 'All', word: msg`All` },
  { value: 'win', word: results.win.word },
  { value: 'loss', word: results.loss.word },
]
