import { readAdminStanding } from '@kismet/contracts'
import type { OwnerNotice } from '@kismet/contracts'
import { operator } from '@kismet/service-kit/audit/chain'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import { checkTwoPeople } from '@kismet/service-kit/two-admins'
import type { Context } from '../context.ts'
import { tellOwners } from '../db/notices.ts'
import { changeSettings, readSettings } from '../db/settings.ts'
import type { Proposal, Settings } from '../db/settings.ts'
import { keptQrProblem, requireSamePayee } from './kept-qr.ts'
import { auditRowOf, requireSeen } from './settings.ts'

type PayTo = Pick<Settings, 'utr' | 'qrVersion'>

interface By {
  readonly admin: Pick<Admin, 'id' | 'username'>
  readonly meta: Pick<CallMeta, 'requestId' | 'ip'>
}

type Fields = Readonly<Record<string, string | number | boolean | null>>

const { action: changeAction, target } = auditRowOf('deposit')
const proposeAction = 'deposit-settings.propose'
const describe = ({ utr, qrVersion }: PayTo) => `UPI ID ${utr ?? 'none'}, QR image ${qrVersion?.slice(0, 8) ?? 'none'}`

/** What a change says in the audit log, and takes effect with only if both are the same. */
const termsOf = ({ id, utr, qrVersion, proposedBy, takesEffectAtMs }: Proposal): Fields => ({
  ...{ id, utr, qrVersion, proposedBy },
  takesEffectAt: isoTime(takesEffectAtMs),
})

interface Said {
  readonly event: OwnerNotice['event']
  /** For the owners. */
  readonly told: string
  readonly action?: string
  readonly detail: Fields
}

/** Writes the mail to the owners and the row of the audit log about a change. */
async function say(
  ctx: Context,
  transaction: Queryable,
  { admin, meta }: By,
  { event, told, action = changeAction, detail }: Said,
): Promise<void> {
  await tellOwners(transaction, ctx, { event, by: admin.username, detail: told })
  await ctx.audit.append(transaction, { admin, action, target, detail, meta })
}

/** Writes the settings, in the place of a change that waits. */
async function putInUse(
  ctx: Context,
  transaction: Queryable,
  by: By,
  { payTo: { utr, qrVersion }, inUse, detail }: { payTo: PayTo; inUse: Settings; detail: Fields },
): Promise<Settings> {
  const settings = { ...inUse, utr, qrVersion, proposal: null }
  await changeSettings(transaction, settings)
  const told = `Players now pay to: ${describe(settings)}. Before: ${describe(inUse)}.`
  await say(ctx, transaction, by, { event: 'pay_to_changed', told, detail: { utr, qrVersion, ...detail } })
  return settings
}

/**
 * Changes where players pay to. A change of a value in use waits for a second owner, or for the delay of the operator. The
 * same change again keeps its time.
 * @param changeOf gives the new values, in the transaction
 * @throws Refusal `settings_changed` when the admin has seen other settings
 */
export function proposePayTo(
  ctx: Context,
  by: By & { readonly seenVersion: string | undefined; readonly qrUploaded: boolean },
  changeOf: (transaction: Queryable, inUse: Settings) => Promise<PayTo>,
): Promise<Settings> {
  const { payToDelayMs } = ctx
  const { admin, qrUploaded } = by
  return inTransaction(ctx.db, async (transaction) => {
    const inUse = await readSettings(transaction, 'FOR UPDATE')
    requireSeen('deposit', inUse, by.seenVersion)
    const payTo = await changeOf(transaction, inUse)
    const before = inUse.proposal
    const isFirst = inUse.utr === null && inUse.qrVersion === null
    if (payToDelayMs === 0 || isFirst) return putInUse(ctx, transaction, by, { payTo, inUse, detail: { qrUploaded } })
    const isSame = before?.utr === payTo.utr && before.qrVersion === payTo.qrVersion
    if (isSame && before.proposedBy === admin.id) return inUse
    const proposedAtMs = ctx.clock.now()
    const times = { proposedAtMs, takesEffectAtMs: proposedAtMs + payToDelayMs }
    const id = ctx.randomness.id(proposedAtMs)
    const proposal = { id, ...payTo, proposedBy: admin.id, proposedByName: admin.username, ...times }
    const settings = { ...inUse, proposal }
    await changeSettings(transaction, settings)
    const hours = Math.round(payToDelayMs / 3_600_000)
    const waits = `It takes effect in ${hours} hours, or when a second owner confirms it. Any owner can withdraw it.`
    const told = `Proposed: ${describe(payTo)}. In use: ${describe(inUse)}. ${waits}`
    const detail = { ...termsOf(proposal), qrUploaded }
    await say(ctx, transaction, by, { event: 'pay_to_proposed', told, action: proposeAction, detail })
    return settings
  })
}

const noLongerWaits = () => new Refusal('settings_changed', 'This change does not wait any more. Check the settings.')

/** The change that waits, with the settings locked. @throws Refusal `settings_changed` when another or no change waits */
async function holdProposal(transaction: Queryable, id: string) {
  const inUse = await readSettings(transaction, 'FOR UPDATE')
  const { proposal } = inUse
  if (proposal?.id !== id) throw noLongerWaits()
  return { inUse, proposal }
}

/**
 * Puts the change that waits into effect.
 * @param waits the change as it was when its owners were checked
 * @throws Refusal `settings_changed`; Error for a change that someone else wrote into the database, which differs from its
 *   row of the audit log
 */
async function takeEffect(ctx: Context, transaction: Queryable, by: By, waits: Proposal): Promise<void> {
  const { inUse, proposal } = await holdProposal(transaction, waits.id)
  const written = await ctx.audit.newestOf(transaction, { action: proposeAction, target })
  const seen = termsOf(waits)
  const terms = Object.entries(termsOf(proposal))
  if (written === undefined || terms.some(([name, value]) => written[name] !== value || seen[name] !== value))
    throw new Error('the proposed deposit settings differ from the audit log')
  await putInUse(ctx, transaction, by, { payTo: proposal, inUse, detail: { proposedBy: proposal.proposedByName } })
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
export async function confirmPayTo(ctx: Context, by: By, id: string): Promise<void> {
  const inUse = await readSettings(ctx.db)
  const waits = inUse.proposal
  const { requestId } = by.meta
  if (waits?.id !== id) throw noLongerWaits()
  const isSecond =
    (await checkTwoPeople(ctx.bus, [waits.proposedBy, by.admin.id], requestId)) &&
    (await isOwner(ctx, waits.proposedBy, requestId)) &&
    (await isOwner(ctx, by.admin.id, requestId))
  if (!isSecond) throw new Refusal('second_admin_needed', `${notConfirmed} Another owner has to confirm the change.`)
  requireSamePayee(await keptQrProblem(ctx, { payTo: waits, inUse, isChecked: true, adminId: by.admin.id }))
  await inTransaction(ctx.db, (transaction) => takeEffect(ctx, transaction, by, waits))
}

/** Withdraws a change that waits. @throws Refusal `settings_changed` */
export async function withdrawPayTo(ctx: Context, by: By, id: string): Promise<void> {
  await inTransaction(ctx.db, async (transaction) => {
    const { inUse, proposal } = await holdProposal(transaction, id)
    await changeSettings(transaction, { ...inUse, proposal: null })
    const { utr, qrVersion, proposedByName } = proposal
    const told = `Withdrawn: ${describe({ utr, qrVersion })}, which ${proposedByName} proposed.`
    const detail = { id, utr, qrVersion, proposedBy: proposedByName }
    await say(ctx, transaction, by, { event: 'pay_to_withdrawn', told, action: 'deposit-settings.withdraw', detail })
  })
}

/**
 * Puts a change into effect whose time has come. The change of an admin who is no enabled owner any more is withdrawn. So
 * is a UPI ID that the QR image in use does not pay to.
 * @throws Refusal `unavailable` without an answer of auth; Error for a change that differs from the audit log
 */
export async function applyDuePayTo(ctx: Context): Promise<void> {
  const inUse = await readSettings(ctx.db)
  const waits = inUse.proposal
  if (waits === null || waits.takesEffectAtMs > ctx.clock.now()) return
  const { id, proposedBy, proposedByName } = waits
  const meta = { requestId: `pay-to-${id}` }
  const problem = await keptQrProblem(ctx, { payTo: waits, inUse, isChecked: true, adminId: proposedBy })
  const isDropped = problem !== null || !(await isOwner(ctx, proposedBy, meta.requestId))
  const by = { admin: { id: proposedBy, username: proposedByName }, meta }
  try {
    if (isDropped) await withdrawPayTo(ctx, { admin: operator, meta }, id)
    else await inTransaction(ctx.db, (transaction) => takeEffect(ctx, transaction, by, waits))
  } catch (error) {
    // An owner or another replica was faster.
    if (!isRefusal(error, 'settings_changed')) throw error
  }
}
