import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { startOwnPostgres } from '@kismet/test-env/test-servers'
import { isWaitingForStandby, withoutStandby } from '@kismet/test-env/without-standby'
import { Desk } from './desk.ts'

let serverUrl: string
let desk: Desk

beforeAll(async () => {
  serverUrl = (await startOwnPostgres()).url
  desk = await Desk.open('dice-slots', serverUrl)
}, 60_000)
afterAll(() => desk.remove())

it('what no standby has is neither told as written nor shown, and is written once when one has it', async () => {
  const journal = await desk.journal()
  const [ending, claiming] = [await desk.seated(), await desk.seated()]
  const play = desk.end(await journal.claim(desk.draft(ending)))
  const draft = desk.draft(claiming)
  const state = { isTold: false }
  const { recorded } = await withoutStandby(serverUrl, async () => {
    const tell = () => (state.isTold = true)
    const recorded = journal.record(play).finally(tell)
    // Refused when it has waited for too long; its seat is taken all the same, once a standby knows.
    journal.claim(draft).then(tell, () => undefined)
    const isOpened = async () => state.isTold || isWaitingForStandby(serverUrl, "emit_message(true, 'kismet'")
    await eventually('the journal has connected again', isOpened)
    expect(state.isTold).toBe(false)
    expect([await desk.endedOf(ending), await desk.betOf(claiming)]).toEqual([[], null])
    return { recorded }
  })
  await recorded
  expect([await desk.endedOf(ending), await desk.betOf(claiming)]).toEqual([[play.betId], draft.betId])
}, 60_000)
