import { readAdminStanding } from '@kismet/contracts'
import { operator } from '@kismet/service-kit/audit/chain'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { checkTwoPeople } from '@kismet/service-kit/two-admins'
import type { Context } from '../context.ts'
import { waitingRules } from './approval-rules.ts'
import { requireSamePayee } from './kept-qr.ts'
import { waitingPayTo } from './pay-to.ts'
import { isAudited } from './waiting.ts'
import type { By, Waiting } from './waiting.ts'

/** All changes that wait. Held ones do not change until the transaction ends. */
const readWaiting = async (ctx: Context, db: Queryable, hold = false): Promise<Waiting[]> => [
  ...(await waitingPayTo(ctx, db, hold)),
  ...(await waitingRules(ctx, db, hold)),
]

function requireOne(all: readonly Waiting[], id: string): Waiting {
  const found = all.find(({ proposal }) => proposal.id === id)
  if (found === undefined)
    throw new Refusal('settings_changed', 'This change does not wait any more. Check the settings.')
  return found
}

const holdOne = async (ctx: Context, transaction: Queryable, id: string) =>
  requireOne(await readWaiting(ctx, transaction, true), id)

/**
 * Puts a change that waits into effect.
 * @param seen the change as it was when its owners were checked
 * @throws Refusal `settings_changed`; Error for a change that someone else wrote into the database. The audit log has no such
 *   change, or a newer row about its end
 */
async function takeEffect(ctx: Context, transaction: Queryable, by: By, seen: Waiting): Promise<void> {
  const held = await holdOne(ctx, transaction, seen.proposal.id)
  const isSame = Object.entries(held.fields).every(([name, value]) => seen.fields[name] === value)
  if (!isSame || !(await isAudited(ctx, transaction, held)))
    throw new Error('the proposed settings differ from the audit log')
  await held.putInUse(transaction, by)
}

/** Whether an admin is an enabled owner at this moment. @throws Refusal `unavailable` without an answer of auth */
async function isOwner({ bus }: Context, adminId: string, requestId: string): Promise<boolean> {
  const { admins } = await bus.call(readAdminStanding, { ids: [adminId] }, { requestId })
  return admins.some(({ _id, role, isEnabled }) => _id === adminId && role === 'owner' && isEnabled)
}

const notConfirmed = 'You proposed this change, or you and the owner who proposed it may be one person.'

/**
 * Puts a change that waits into effect, as a second owner.
 * @throws Refusal `second_admin_needed`, `qr_differs`, `settings_changed`, `unavailable`
 */
export async function confirmProposal(ctx: Context, by: By, id: string): Promise<void> {
  const waiting = requireOne(await readWaiting(ctx, ctx.db), id)
  const { proposedBy } = waiting.proposal
  const { requestId } = by.meta
  const isSecond =
    (await checkTwoPeople(ctx.bus, [proposedBy, by.admin.id], requestId)) &&
    (await isOwner(ctx, proposedBy, requestId)) &&
    (await isOwner(ctx, by.admin.id, requestId))
  if (!isSecond) throw new Refusal('second_admin_needed', `${notConfirmed} Another owner has to confirm the change.`)
  requireSamePayee((await waiting.findProblem?.(by.admin.id)) ?? null)
  await inTransaction(ctx.db, (transaction) => takeEffect(ctx, transaction, by, waiting))
}

/** Withdraws a change that waits. @throws Refusal `settings_changed` */
export async function withdrawProposal(ctx: Context, by: By, id: string): Promise<void> {
  await inTransaction(ctx.db, async (transaction) => (await holdOne(ctx, transaction, id)).withdraw(transaction, by))
}

/** Puts one change into effect whose time has come, or withdraws it. */
async function applyWaiting(ctx: Context, waiting: Waiting): Promise<void> {
  const { id, proposedBy, proposedByName } = waiting.proposal
  const meta = { requestId: `proposal-${id}` }
  const problem = (await waiting.findProblem?.(proposedBy)) ?? null
  const isDropped = problem !== null || !(await isOwner(ctx, proposedBy, meta.requestId))
  const by = { admin: { id: proposedBy, username: proposedByName }, meta }
  try {
    if (isDropped) await withdrawProposal(ctx, { admin: operator, meta }, id)
    else await inTransaction(ctx.db, (transaction) => takeEffect(ctx, transaction, by, waiting))
  } catch (error) {
    // An owner or another replica was faster.
    if (!isRefusal(error, 'settings_changed')) throw error
  }
}

/**
 * Puts the changes into effect whose time has come. The change of an admin who is no enabled owner any more is withdrawn. So
 * is a UPI ID that the QR image in use does not pay to.
 * @throws AggregateError for the changes that fail, after the others: without an answer of auth, or if they differ from the
 *   audit log
 */
export async function applyDueProposals(ctx: Context): Promise<void> {
  const errors: unknown[] = []
  for (const waiting of await readWaiting(ctx, ctx.db)) {
    if (waiting.proposal.takesEffectAtMs > ctx.clock.now()) continue
    await applyWaiting(ctx, waiting).catch((error: unknown) => void errors.push(error))
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'changes of the settings did not take effect')
}
