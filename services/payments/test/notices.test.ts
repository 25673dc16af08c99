import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import { PaymentsStage } from './payments-stage.ts'
import { saveAccount } from './withdrawing.ts'

const clock = new TestClock(systemClock.now())
let stage: PaymentsStage
const owed = () => stage.value<number>('SELECT count(*) FROM notice')
beforeAll(async () => {
  stage = await PaymentsStage.set(clock)
}, 60_000)
afterAll(() => stage.strike())

it('a notice that no mail server takes is asked for again under one id, for a day, and then given up', async () => {
  stage.fakeAuth.mailServer.takes = false
  await saveAccount(stage, stage.tokens.player())
  await eventually('it is asked for three times', () => {
    clock.advance(60_000)
    return stage.mails.length >= 3
  })
  expect(new Set(stage.mails.map(({ noticeId }) => noticeId)).size).toBe(1)
  expect(await owed()).toBe(1)
  clock.advance(24 * 60 * 60_000)
  await eventually('nothing is owed', async () => {
    clock.advance(60_000)
    return (await owed()) === 0
  })
}, 60_000)

it('a notice that the mail server takes is asked for once', async () => {
  stage.fakeAuth.mailServer.takes = true
  stage.mails.length = 0
  await saveAccount(stage, stage.tokens.player())
  await eventually('nothing is owed', async () => (await owed()) === 0)
  expect(stage.mails).toHaveLength(1)
})
