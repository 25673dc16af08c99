import { inRupees } from '@kismet/contracts'
import type { AlertRules } from '@kismet/contracts'

const noMail = 'no mail'
const words: {
  readonly [Name in keyof AlertRules]: readonly [name: string, word: (value: AlertRules[Name]) => string]
} = {
  oldestMinutes: ['A request waits longer than', (minutes) => (minutes === null ? noMail : `${minutes} minutes`)],
  ledger: ['The ledger does not balance', (isOn) => (isOn ? 'a mail' : noMail)],
  rtpPoints: ['RTP of seven days is off by', (points) => (points === null ? noMail : `${points} percentage points`)],
  largeWin: ['A win of at least', (paise) => (paise === null ? noMail : inRupees(paise / 100))],
}

/** A change of the rules of alerts in the words of the page: each changed rule with both values. Empty without a change. */
export function alertRuleChange(before: AlertRules, after: AlertRules): string {
  const changeOf = <Name extends keyof AlertRules>(name: Name): string[] => {
    const [label, word] = words[name]
    return before[name] === after[name] ? [] : [`${label}: from ${word(before[name])} to ${word(after[name])}`]
  }
  return (Object.keys(words) as (keyof AlertRules)[]).flatMap((name) => changeOf(name)).join('; ')
}
