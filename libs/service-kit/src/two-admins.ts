import { deciders, readAdminStanding } from '@kismet/contracts'
import type { AdminStanding } from '@kismet/contracts'
import type { Bus } from './bus/bus.ts'
import { isRefusal, Refusal } from './refusal.ts'

/**
 * Whether two approvals come from two people, as far as auth can tell. Both admins must be enabled deciders, and
 * neither may have made the other within a day.
 */
export function areTwoPeople(first: AdminStanding | undefined, second: AdminStanding | undefined): boolean {
  if (first === undefined || second === undefined || first._id === second._id) return false
  const maySign = ({ isEnabled, role }: AdminStanding) => isEnabled && deciders.some((one) => one === role)
  return maySign(first) && maySign(second) && !first.madeBy.includes(second._id) && !second.madeBy.includes(first._id)
}

/**
 * Asks auth whether two admins are two people at this moment.
 * @throws Refusal `unavailable` without an answer, so that no approval counts unchecked
 */
export async function checkTwoPeople(
  bus: Pick<Bus, 'call'>,
  [first, second]: readonly [string, string],
  requestId: string,
): Promise<boolean> {
  try {
    const { admins } = await bus.call(readAdminStanding, { ids: [first, second] }, { requestId })
    const of = (id: string) => admins.find(({ _id }) => _id === id)
    return areTwoPeople(of(first), of(second))
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new Refusal('unavailable', 'The other admin of this decision could not be checked. Please try again.')
  }
}
