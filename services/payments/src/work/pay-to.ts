import { readAdminStanding } from '@kismet/contracts'
import { operator } from '@kismet/service-kit/audit/chain'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import { checkTwoPeople } from '@kismet/service-kit/two-admins'
import type { Context } from '../context.ts'
import { tellOwners } from '../db/notices.ts'
import { deleteProposal, keepProposal, readProposal } from '../db/pay-to.ts'
import type { Proposal } from '../db/pay-to.ts'
import { changeSettings, readSettings } from '../db/settings.ts'
import type { Settings } from '../db/settings.ts'
import { payToRow, requireSeen } from './settings.ts'

type PayTo = Pick<Settings, 'utr' | 'qrVersion'>

interface By {
  readonly admin: Pick<Admin, 'id' | 'username'>
  readonly meta: Pick<CallMeta, 'requestId' | 'ip'>
}

const proposeAction = 'deposit-settings.propose'
const describe = ({ utr, qrVersion }: PayTo) => `UPI ID ${utr ?? 'none'}, QR image ${qrVersion?.slice(0, 8) ?? 'none'}`

/** Writes the settings, with the row of the audit log and the mail to the owners. */
async function putInUse(
  { audit, clock, randomness }: Context,
  transaction: Queryable,
  { admin, meta }: By,
  { payTo, inUse, detail }: { payTo: PayTo; inUse: Settings; detail: Readonly<Record<string, string | boolean>> },
): Promise<Settings> {
  const settings = { ...inUse, ...payTo }
  await changeSettings(transaction, settings)
  const told = `Players now pay to: ${describe(payTo)}. Before: ${describe(inUse)}.`
  const notice = { event: 'pay_to_changed', by: admin.username, detail: told } as const
  await tellOwners(transaction, { clock, randomness }, notice)
  const { utr, qrVersion } = payTo
  await audit.append(transaction, { admin, ...payToRow, detail: { utr, qrVersion, ...detail }, meta })
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
  {
    admin,
    meta,
    seenVersion,
    qrUploaded,
  }: By & { readonly seenVersion: string | undefined; readonly qrUploaded: boolean },
  changeOf: (transaction: Queryable, inUse: Settings) => Promise<PayTo>,
): Promise<{ readonly settings: Settings; readonly proposal: Proposal | undefined }> {
  const { audit, clock, db, randomness, payToDelayMs } = ctx
  return inTransaction(db, async (transaction) => {
    const inUse = await readSettings(transaction, 'FOR UPDATE')
    requireSeen('deposit', inUse, seenVersion)
    const payTo = await changeOf(transaction, inUse)
    const before = await readProposal(transaction)
    const isFirst = inUse.utr === null && inUse.qrVersion === null
    if (payToDelayMs === 0 || isFirst) {
      await deleteProposal(transaction)
      const settings = await putInUse(ctx, transaction, { admin, meta }, { payTo, inUse, detail: { qrUploaded } })
      return { settings, proposal: undefined }
    }
    const isSame = before?.utr === payTo.utr && before.qrVersion === payTo.qrVersion
    if (before !== undefined && isSame && before.proposedBy === admin.id) return { settings: inUse, proposal: before }
    const nowMs = clock.now()
    const times = { proposedAtMs: nowMs, takesEffectAtMs: nowMs + payToDelayMs }
    const by = { proposedBy: admin.id, proposedByName: admin.username }
    const proposal = { id: randomness.id(nowMs), ...payTo, ...by, ...times }
    await keepProposal(transaction, proposal)
    const hours = Math.round(payToDelayMs / 3_600_000)
    const waits = `It takes effect in ${hours} hours, or when a second owner confirms it. Any owner can withdraw it.`
    const told = `Proposed: ${describe(payTo)}. In use: ${describe(inUse)}. ${waits}`
    const notice = { event: 'pay_to_proposed', by: admin.username, detail: told } as const
    await tellOwners(transaction, { clock, randomness }, notice)
    const detail = { id: proposal.id, ...payTo, qrUploaded, proposedBy: admin.id }
    const { target } = payToRow
    await audit.append(transaction, { admin, action: proposeAction, target, detail, meta })
    return { settings: inUse, proposal }
  })
}

/** The change that waits, with the settings locked. @throws Refusal `settings_changed` when another or no change waits */
async function holdProposal(transaction: Queryable, id: string) {
  const inUse = await readSettings(transaction, 'FOR UPDATE')
  const proposal = await readProposal(transaction)
  if (proposal?.id !== id)
    throw new Refusal('settings_changed', 'This change does not wait any more. Check the settings.')
  return { inUse, proposal }
}

/**
 * Someone else wrote a change into the database that differs from its row of the audit log.
 * @throws Error for such a change, which never takes effect
 */
async function requireWritten({ audit }: Context, transaction: Queryable, proposal: Proposal): Promise<void> {
  const { id, utr, qrVersion, proposedBy } = proposal
  const written = await audit.newestOf(transaction, { action: proposeAction, target: payToRow.target })
  const isSame = written?.id === id && written.utr === utr && written.qrVersion === qrVersion
  if (!isSame || written.proposedBy !== proposedBy)
    throw new Error('the proposed deposit settings differ from the audit log')
}

/** Whether an admin is an enabled owner at this moment. @throws Refusal `unavailable` without an answer of auth */
async function isOwner({ bus }: Context, adminId: string, requestId: string): Promise<boolean> {
  const { admins } = await bus.call(readAdminStanding, { ids: [adminId] }, { requestId })
  return admins.some(({ _id, role, isEnabled }) => _id === adminId && role === 'owner' && isEnabled)
}

const notConfirmed = 'You proposed this change, or you and the owner who proposed it may be one person.'

/**
 * Puts a change that waits into effect, as a second owner.
 * @throws Refusal `second_admin_needed`, `settings_changed`, `unavailable`
 */
export async function confirmPayTo(ctx: Context, by: By, id: string): Promise<void> {
  const waits = await readProposal(ctx.db)
  const { requestId } = by.meta
  const isSecond =
    waits === undefined ||
    ((await checkTwoPeople(ctx.bus, [waits.proposedBy, by.admin.id], requestId)) &&
      (await isOwner(ctx, waits.proposedBy, requestId)) &&
      (await isOwner(ctx, by.admin.id, requestId)))
  await inTransaction(ctx.db, async (transaction) => {
    const { inUse, proposal } = await holdProposal(transaction, id)
    if (!isSecond || proposal.proposedBy !== waits?.proposedBy)
      throw new Refusal('second_admin_needed', `${notConfirmed} Another owner has to confirm the change.`)
    await requireWritten(ctx, transaction, proposal)
    const { utr, qrVersion, proposedByName } = proposal
    await deleteProposal(transaction)
    await putInUse(ctx, transaction, by, { payTo: { utr, qrVersion }, inUse, detail: { proposedBy: proposedByName } })
  })
}

/** Withdraws a change that waits. @throws Refusal `settings_changed` */
export async function withdrawPayTo({ audit, clock, db, randomness }: Context, by: By, id: string): Promise<void> {
  const { admin, meta } = by
  await inTransaction(db, async (transaction) => {
    const { utr, qrVersion, proposedByName } = (await holdProposal(transaction, id)).proposal
    await deleteProposal(transaction)
    const told = `Withdrawn: ${describe({ utr, qrVersion })}, which ${proposedByName} proposed.`
    const notice = { event: 'pay_to_withdrawn', by: admin.username, detail: told } as const
    await tellOwners(transaction, { clock, randomness }, notice)
    const detail = { id, utr, qrVersion, proposedBy: proposedByName }
    await audit.append(transaction, {
      admin,
      action: 'deposit-settings.withdraw',
      target: payToRow.target,
      detail,
      meta,
    })
  })
}

/**
 * Puts a change into effect whose time has come. The change of an admin who is no enabled owner any more is withdrawn.
 * @throws Refusal `unavailable` without an answer of auth; Error for a change that differs from the audit log
 */
export async function applyDuePayTo(ctx: Context): Promise<void> {
  const waits = await readProposal(ctx.db)
  if (waits === undefined || waits.takesEffectAtMs > ctx.clock.now()) return
  const meta = { requestId: `pay-to-${waits.id}` }
  if (!(await isOwner(ctx, waits.proposedBy, meta.requestId)))
    return withdrawPayTo(ctx, { admin: operator, meta }, waits.id)
  await inTransaction(ctx.db, async (transaction) => {
    const { inUse, proposal } = await holdProposal(transaction, waits.id)
    await requireWritten(ctx, transaction, proposal)
    const { utr, qrVersion, proposedBy, proposedByName } = proposal
    await deleteProposal(transaction)
    const by = { admin: { id: proposedBy, username: proposedByName }, meta }
    await putInUse(ctx, transaction, by, { payTo: { utr, qrVersion }, inUse, detail: { proposedBy: proposedByName } })
  })
}
