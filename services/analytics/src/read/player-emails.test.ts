import { expect, it } from '@jest/globals'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { PlayerEmails } from './player-emails.ts'

const emailOf = (id: string) => `${id}@example.in`

it('e-mails that one call knows stay known while another call makes room', async () => {
  const gates = new Map<string, Promise<undefined>>()
  const call = async (_operation: object, { ids }: { ids: string[] }) => {
    for (const id of ids) await gates.get(id)
    return { players: ids.map((_id) => ({ _id, email: emailOf(_id) })) }
  }
  const emails = new PlayerEmails({ call } as unknown as Bus)
  await emails.of(['asha'])
  const gate = Promise.withResolvers<undefined>()
  gates.set('vikram', gate.promise)
  const slow = emails.of(['asha', 'vikram'])
  const many = Array.from({ length: 100_000 }, (_, nth) => `player-${nth}`)
  expect((await emails.of(many)).size).toBe(many.length)
  gate.resolve(undefined)
  expect(Object.fromEntries(await slow)).toEqual({ asha: emailOf('asha'), vikram: emailOf('vikram') })
})
