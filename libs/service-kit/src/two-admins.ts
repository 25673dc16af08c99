import { deciders, readAdminStanding } from '@kismet/contracts'
import type { AdminStanding } from '@kismet/contracts'
import type { Bus } from './bus/bus.ts'
import { isRefusal, Refusal } from './refusal.ts'

const maySign = ({ isEnabled, role }: AdminStanding) => isEnabled && deciders.some((one) => one === role)

/**
 * Whether two approvals come from two people, as far as auth can tell. Both admins must be enabled deciders. Within a
 * day neither may have made the other, and no third admin may have made both: the maker knows their first passwords.
 */
export function areTwoPeople(first: AdminStanding | undefined, second: AdminStanding | undefined): boolean {
  if (first === undefined || second === undefined) return false
  const behind = ({ _id, madeBy }: AdminStanding) => [_id, ...madeBy]
  return maySign(first) && maySign(second) && !behind(first).some((id) => behind(second).includes(id))
}

/** What auth says of two admins. `until`: they are two people from then on, if the day of a maker is the only obstacle. */
export interface TwoAdmins {
  readonly areTwo: boolean
  readonly until: string | null
}

/** Asks auth whether two admins are two people at this moment. @throws Refusal `unavailable`, see `readTwoAdmins` */
export const checkTwoPeople = async (...asked: Parameters<typeof readTwoAdmins>): Promise<boolean> =>
  (await readTwoAdmins(...asked)).areTwo

/**
 * Asks auth whether two admins are two people, and from when on.
 * @throws Refusal `unavailable` without an answer, so that no approval counts unchecked
 */
export async function readTwoAdmins(
  bus: Pick<Bus, 'call'>,
  [first, second]: readonly [string, string],
  requestId: string,
): Promise<TwoAdmins> {
  try {
    const { admins } = await bus.call(readAdminStanding, { ids: [first, second] }, { requestId })
    const of = (id: string) => admins.find(({ _id }) => _id === id)
    const areTwo = areTwoPeople(of(first), of(second))
    const times = admins.flatMap(({ madeUntil }) => madeUntil ?? []).toSorted()
    return { areTwo, until: areTwo || !admins.every(maySign) ? null : (times.at(-1) ?? null) }
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new Refusal('unavailable', 'The other admin of this decision could not be checked. Please try again.')
  }
}
