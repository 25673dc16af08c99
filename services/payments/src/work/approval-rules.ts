import type { setApprovalSettings } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { CallOf } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { changeSettings, readSettings } from '../db/settings.ts'
import type { Fields, RulesProposal, Settings } from '../db/settings.ts'
import { changeInWords, isSameChange, ruleSetOf, splitChange, withRules } from '../domain/approval-change.ts'
import type { ChangedRules } from '../domain/approval-change.ts'
import { waitText } from '../domain/proposal.ts'
import { requireSeen, saveSettings } from './settings.ts'
import { actionsOf, isAudited, newProposal, say } from './waiting.ts'
import type { By, Waiting } from './waiting.ts'

const target = 'approval-settings'
const actions = actionsOf(target)

/** What a proposal says in the audit log, and takes effect with only if both are the same. */
const fieldsOf = ({ id, rules, proposedBy, takesEffectAtMs }: RulesProposal): Fields => ({
  ...{ id, ...rules, proposedBy },
  takesEffectAt: isoTime(takesEffectAtMs),
})

/** Puts rules into effect, in the place of a change that waits. `more` is for the audit row. */
function putInUse(
  ctx: Context,
  transaction: Queryable,
  by: By,
  inUse: Settings,
  { changed, more = {} }: { changed: ChangedRules; more?: Fields },
): Promise<Settings> {
  const before = ruleSetOf(inUse, ctx.mode)
  const isWeaker = Object.keys(splitChange(before, changed).weaker).length > 0
  const settings = {
    ...{ ...inUse, ...withRules(inUse, changed), proposal: null },
    ...{ changedByName: by.admin.username, changedAtMs: ctx.clock.now() },
  }
  const event = isWeaker ? 'approval_settings_weaker' : 'approval_settings'
  return saveSettings(ctx, transaction, by, {
    part: 'approval',
    settings,
    event,
    told: changeInWords(before, changed),
    more,
  })
}

/** Ends a change that waits, and tells the owners. */
async function withdraw(
  ctx: Context,
  transaction: Queryable,
  by: By,
  inUse: Settings,
  { id, rules, proposedByName: proposedBy }: RulesProposal,
): Promise<void> {
  await changeSettings(transaction, { ...inUse, proposal: null })
  const changes = changeInWords(ruleSetOf(inUse, ctx.mode), rules)
  const told = `Withdrawn: ${changes}, which ${proposedBy} proposed.`
  const row = { action: actions.withdraw, target, detail: { id, changes, proposedBy } }
  await say(ctx, transaction, by, { event: 'approval_settings_withdrawn', told, ...row })
}

/** Has weaker rules wait. A proposal that is `kept` keeps its time, and the owners are not told again. */
async function propose(
  ctx: Context,
  transaction: Queryable,
  by: By,
  inUse: Settings,
  { rules, kept }: { rules: ChangedRules; kept: RulesProposal | null },
): Promise<Settings> {
  if (kept !== null && inUse.proposal !== null) return inUse
  const proposal = kept ?? { ...newProposal(ctx, by.admin), rules }
  const settings = { ...inUse, proposal }
  await changeSettings(transaction, settings)
  const changes = changeInWords(ruleSetOf(inUse, ctx.mode), rules)
  const row = { action: actions.propose, target, detail: { changes, ...fieldsOf(proposal) } }
  const told = `${changes}. ${waitText(ctx.payToDelayMs)}`
  // Stronger rules were put in use before. The proposal takes effect only if its row is the newest.
  if (kept !== null) await ctx.audit.append(transaction, { admin: by.admin, meta: by.meta, ...row })
  else await say(ctx, transaction, by, { event: 'approval_settings_proposed', told, ...row })
  return settings
}

/**
 * Changes the rules of approvals. A field that is left out stays. A stronger rule holds at once, and withdraws a change that
 * waits. A weaker rule waits for a second owner, or for the delay of the operator. The same weaker rules of the same owner
 * keep their time.
 * @throws Refusal `settings_changed`
 */
export function changeApprovals(ctx: Context, by: CallOf<typeof setApprovalSettings>): Promise<Settings> {
  const { version, ...given } = by.input
  return inTransaction(ctx.db, async (transaction) => {
    const inUse = await readSettings(transaction, 'FOR UPDATE')
    requireSeen('approval', inUse, version)
    const { stronger, weaker } = splitChange(ruleSetOf(inUse, ctx.mode), given)
    const atOnce = ctx.payToDelayMs === 0 ? { ...stronger, ...weaker } : stronger
    const isAtOnce = Object.keys(atOnce).length > 0
    const isDone = ctx.payToDelayMs === 0 || Object.keys(weaker).length === 0
    const before = inUse.proposal
    // A proposal that someone wrote into the database gets no new audit row.
    const isKept =
      !isDone &&
      before?.proposedBy === by.admin.id &&
      isSameChange(before.rules, weaker) &&
      (await isAudited(ctx, transaction, { actions, target, fields: fieldsOf(before) }))
    if (before !== null && !isKept && (isAtOnce || !isDone)) await withdraw(ctx, transaction, by, inUse, before)
    const settings = isAtOnce ? await putInUse(ctx, transaction, by, inUse, { changed: atOnce }) : inUse
    return isDone ? settings : propose(ctx, transaction, by, settings, { rules: weaker, kept: isKept ? before : null })
  })
}

/** The weaker rules that wait. With `hold` the settings do not change until the transaction ends. */
export async function waitingRules(ctx: Context, db: Queryable, hold: boolean): Promise<Waiting[]> {
  const inUse = await readSettings(db, hold ? 'FOR UPDATE' : '')
  const { proposal } = inUse
  if (proposal === null) return []
  return [
    {
      ...{ proposal, actions, target, fields: fieldsOf(proposal) },
      async putInUse(transaction, by) {
        const more = { id: proposal.id, proposedBy: proposal.proposedByName }
        await putInUse(ctx, transaction, by, inUse, { changed: proposal.rules, more })
      },
      withdraw: (transaction, by) => withdraw(ctx, transaction, by, inUse, proposal),
    },
  ]
}
