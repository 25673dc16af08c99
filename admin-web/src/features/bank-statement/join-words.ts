import { formatRupees } from '@kismet/ui/format/money.ts'
import { countText } from '../../core/format/amount.tsx'
import { formatDate } from '../../core/format/time.ts'
import type { Statement } from './bank-api.ts'

/** How a statement joins the earlier ones: a short tag and a sentence. `isOdd`: a cashier should look twice. */
export function joinWords({ join }: Pick<Statement, 'join'>): { tag: string; text: string; isOdd: boolean } | null {
  if (!join) return null
  const { how, day, last, begins, days } = join
  const on = day === null ? 'an earlier day' : formatDate(day)
  const amount = (paise: typeof last): string => (paise === null ? 'unknown' : formatRupees(paise))
  switch (how) {
    case 'first':
      return { tag: 'first', text: 'There is no earlier statement.', isOdd: false }
    case 'joined':
      return { tag: 'joins', text: `Joins the statement of ${on}.`, isOdd: false }
    case 'differs':
      return {
        tag: 'does not join',
        text:
          begins === null
            ? `Does not join: a payment of ${on} is in an earlier file and not in this file.`
            : `Does not join: the balance of ${on} was ${amount(last)}, and this file has ${amount(begins)} there.`,
        isOdd: true,
      }
    case 'gap':
      return {
        tag: `gap of ${countText(days, 'day')}`,
        text: `${countText(days, 'day')} missing after ${on}.`,
        isOdd: true,
      }
    case 'unknown':
      return { tag: 'unknown', text: 'Too few balances to tell whether it joins the last statement.', isOdd: false }
    case 'other':
      return null
  }
}
