import { deciders, readAdminStanding } from '@kismet/contracts'
import type { AdminStanding } from '@kismet/contracts'
import type { Bus } from './bus/bus.ts'
import { isRefusal, Refusal } from './refusal.ts'

/**
 * Whether two approvals come from two people, as far as auth can tell. Both admins must be enabled deciders. Within a
 * day neither may have made the other, and no third admin may have made both: the maker knows their first passwords.
 */
export function areTwoPeople(first: AdminStanding | undefined, second: AdminStanding | undefined): boolean {
  if (first === undefined || second === undefined) return false
  const maySign = ({ isEnabled, role }: AdminStanding) => isEnabled && deciders.some((one) => one === role)
  const behind = ({ _id, madeBy }: AdminStanding) => [_id, ...madeBy]
  return maySign(first) && maySign(second) && !behind(first).some((id) => behind(second).includes(id))
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
