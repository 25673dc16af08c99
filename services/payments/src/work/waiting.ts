import type { OwnerNotice } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'
import type { By as ByAdmin, Context } from '../context.ts'
import { tellOwners } from '../db/notices.ts'
import type { Fields } from '../db/settings.ts'
import type { Proposed } from '../domain/proposal.ts'
import type { PayeeProblem } from '../domain/qr-payee.ts'

export type By = ByAdmin<Pick<Admin, 'id' | 'username'>>

/** The actions of the audit rows about settings whose changes wait. */
export const actionsOf = (settings: string) =>
  ({ propose: `${settings}.propose`, withdraw: `${settings}.withdraw`, change: `${settings}.change` }) as const
type Actions = ReturnType<typeof actionsOf>

/** A change of a setting that waits, and how it ends. */
export interface Waiting {
  readonly proposal: Proposed
  /** The change takes effect only if the newest audit row of its `actions` is the row of the proposal, with all `fields`. */
  readonly actions: Actions
  readonly target: string
  readonly fields: Fields
  /** Why the change may not take effect now. */
  readonly findProblem?: (adminId: string) => Promise<PayeeProblem | null>
  readonly putInUse: (transaction: Queryable, by: By) => Promise<void>
  readonly withdraw: (transaction: Queryable, by: By) => Promise<void>
}

/** Whether the newest audit row about the settings is the row of a change that waits, with all its fields. */
export async function isAudited(
  { audit }: Context,
  transaction: Queryable,
  { actions, target, fields }: Pick<Waiting, 'actions' | 'target' | 'fields'>,
): Promise<boolean> {
  // A change that was withdrawn or took effect has a newer row.
  const written = await audit.newestOf(transaction, target, ...Object.values(actions))
  return (
    written?.action === actions.propose &&
    Object.entries(fields).every(([name, value]) => written.detail[name] === value)
  )
}

/** A change that waits from now on. */
export function newProposal({ clock, payToDelayMs, randomness }: Context, admin: By['admin']): Proposed {
  const proposedAtMs = clock.now()
  const times = { proposedAtMs, takesEffectAtMs: proposedAtMs + payToDelayMs }
  return { id: randomness.id(proposedAtMs), proposedBy: admin.id, proposedByName: admin.username, ...times }
}

interface Said {
  readonly event: OwnerNotice['event']
  /** For the owners. */
  readonly told: string
  readonly action: string
  readonly target: string
  readonly detail: Fields
}

/** Writes the mail to the owners and the row of the audit log about a change. */
export async function say(ctx: Context, transaction: Queryable, { admin, meta }: By, said: Said): Promise<void> {
  const { event, told, action, target, detail } = said
  await tellOwners(transaction, ctx, { event, by: admin.username, detail: told })
  await ctx.audit.append(transaction, { admin, action, target, detail, meta })
}
