import { readAdminStanding } from '@kismet/contracts'
import type { AdminStanding } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'

/** What auth says of admins. An admin without an entry may decide together with any other. */
export class FakeStanding {
  readonly admins = new Map<string, Partial<AdminStanding>>()
  /** The role of an admin without an entry. */
  role: AdminStanding['role'] = 'cashier'
  isSilent = false
  asked = 0
  readonly handler: Handler<undefined> = handle(readAdminStanding, (_context, { input: { ids } }) => {
    this.asked += 1
    if (this.isSilent) return Promise.reject(new Refusal('unavailable'))
    const usual = { role: this.role, isEnabled: true, madeBy: [] } as const
    const admins = ids.map((_id) => ({ ...usual, madeBy: [], _id, ...this.admins.get(_id) }))
    return Promise.resolve({ admins })
  })
}
