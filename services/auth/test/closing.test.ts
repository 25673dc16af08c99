import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { closeAccount, closeWallet, countPendingRequests, login } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { finishClosings } from '../src/player-states.ts'
import { AuthWorld, password } from './auth-world.ts'

let world: AuthWorld
let others: Bus[]
/** What the next counts of waiting requests answer; 0 when the list is empty. */
const pending: number[] = []
let hasMoney = false

beforeAll(async () => {
  world = await AuthWorld.open()
  const close = handle(closeWallet, () =>
    hasMoney ? Promise.reject(new Refusal('account_not_empty', undefined, { holds: 'balance' })) : Promise.resolve({}),
  )
  const count = handle(countPendingRequests, () => Promise.resolve({ pending: pending.shift() ?? 0 }))
  others = [await world.standIn('wallet', [close]), await world.standIn('payments', [count])]
}, 60_000)
afterAll(async () => {
  for (const bus of others) await bus.close()
  await world.close()
})

it('an account whose closing met a new request closes by itself after the decision', async () => {
  const { email, token } = await world.player()
  pending.push(0, 1)
  const refused = await world.refusal(closeAccount, { password }, { token })
  expect(refused).toMatchObject({ code: 'account_not_empty' })
  await world.login(email)

  // The request is approved: the account has money until the player withdraws.
  hasMoney = true
  await finishClosings(world.service.context)
  await world.login(email)

  hasMoney = false
  await finishClosings(world.service.context)
  expect(await world.refusal(login, { email, password })).toMatchObject({ code: 'account_closed' })
  expect(await world.mailbox.mail(email, 2)).toContain('Your Kismet account was closed')
  await finishClosings(world.service.context)
  expect(world.mailbox.count(email)).toBe(2)
})

it('an account with money stays open and does not close later', async () => {
  const { email, token } = await world.player()
  hasMoney = true
  expect(await world.refusal(closeAccount, { password }, { token })).toMatchObject({ code: 'account_not_empty' })
  hasMoney = false
  await finishClosings(world.service.context)
  await world.login(email)
})
