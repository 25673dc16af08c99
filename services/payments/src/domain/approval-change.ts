import { approvalRuleNames, inRupees, withoutRowNames } from '@kismet/contracts'
import type { ApprovalRuleName, CasinoMode, Paise } from '@kismet/contracts'
import { choicesOf } from './decision.ts'
import type { ApprovalChoices } from './decision.ts'

/** All rules of approvals, by their names on the page. Null: no limit. */
export type RuleSet = ApprovalChoices & { readonly secondApprovalAbove: Paise | null }
/** Rules with new values. */
export type ChangedRules = Partial<RuleSet>

interface SetRules {
  readonly secondAbovePaise: Paise | null
  readonly approvals: Partial<ApprovalChoices>
}

const names = Object.keys(approvalRuleNames) as ApprovalRuleName[]

/** The rules that hold: what owners have set, with the defaults of the mode. */
export const ruleSetOf = ({ secondAbovePaise, approvals }: SetRules, mode: CasinoMode): RuleSet => ({
  secondApprovalAbove: secondAbovePaise,
  ...choicesOf(approvals, mode),
})

/** What owners have set, after a change. */
export function withRules(
  { secondAbovePaise: inUse, approvals }: SetRules,
  { secondApprovalAbove: secondAbovePaise = inUse, ...given }: ChangedRules,
): SetRules {
  return { secondAbovePaise, approvals: { ...approvals, ...given } }
}

/** Whether a rule lets one admin approve more than before. */
export function isWeaker(name: ApprovalRuleName, before: RuleSet, after: RuleSet): boolean {
  if (name === 'withoutRow') return before.withoutRow === 'second_admin' && after.withoutRow === 'allowed'
  return (after[name] ?? Infinity) > (before[name] ?? Infinity)
}

/** The parts of a change: `stronger` rules, and `weaker` ones. Rules that stay as they are, are in neither. */
export function splitChange(
  before: RuleSet,
  given: { readonly [Name in ApprovalRuleName]?: RuleSet[Name] | undefined },
): { readonly stronger: ChangedRules; readonly weaker: ChangedRules } {
  const after = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
  const changed = names.filter((name) => before[name] !== after[name])
  const pick = (weaker: boolean): ChangedRules =>
    Object.fromEntries(
      changed.filter((name) => isWeaker(name, before, after) === weaker).map((name) => [name, after[name]]),
    )
  return { stronger: pick(false), weaker: pick(true) }
}

/** Whether two changes give the same rules the same values. */
export const isSameChange = (one: ChangedRules, other: ChangedRules): boolean =>
  names.every((name) => one[name] === other[name])

function wordOf(name: ApprovalRuleName, rules: RuleSet): string {
  if (name === 'withoutRow') return withoutRowNames[rules.withoutRow]
  const amount = rules[name]
  return amount === null ? 'no limit' : inRupees(amount / 100)
}

/** A change in the words of the page: each changed rule with both values. */
export function changeInWords(before: RuleSet, changed: ChangedRules): string {
  const after = { ...before, ...changed }
  const named = names.filter((name) => name in changed)
  return named
    .map((name) => `${approvalRuleNames[name]}: from ${wordOf(name, before)} to ${wordOf(name, after)}`)
    .join('; ')
}
