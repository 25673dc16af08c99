import { beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { startOwnPostgres } from '@kismet/test-env/test-servers'
import { isWaitingForStandby, withoutStandby } from '@kismet/test-env/without-standby'
import { deposit, inOwnLedger, newId, play } from './fixture.ts'

let serverUrl: string

beforeAll(async () => {
  serverUrl = (await startOwnPostgres()).url
}, 60_000)

const opening = "emit_message(true, 'kismet'"

it(
  'a command whose commit no standby has is not told as booked, nor shown, and is booked once when one has it',
  () =>
    inOwnLedger(
      async ({ core, owner }) => {
        const player = newId()
        await core.submit(deposit(player, 10_000))
        const bet = play(player, 100)
        const entries = async () =>
          (await owner.query('SELECT FROM entry WHERE reference = $1', [bet.reference])).rowCount
        const state = { isAnswered: false }
        const outcome = await withoutStandby(serverUrl, async () => {
          const asked = core.submit(bet).finally(() => (state.isAnswered = true))
          const isOpened = async () => state.isAnswered || isWaitingForStandby(serverUrl, opening)
          await eventually('the lane has been opened again', isOpened)
          expect([state.isAnswered, await entries()]).toEqual([false, 0])
          return { asked }
        })
        expect(await outcome.asked).toMatchObject({ ok: true, balancePaise: 9_900, replayed: false })
        expect(await core.submit(bet)).toMatchObject({ ok: true, balancePaise: 9_900, replayed: true })
        expect(await entries()).toBe(1)
      },
      {},
      serverUrl,
    ),
  60_000,
)
