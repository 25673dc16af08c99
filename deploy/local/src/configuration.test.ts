import { describe, expect, it } from '@jest/globals'
import { serviceNames } from '@kismet/contracts'
import { configuration, configurationTable, faultsOf } from './configuration.ts'

const noFile = (path: string): string => {
  throw new Error(`There is no ${path}`)
}
const support = { NATS_URL: 'nats://127.0.0.1:4222', MONGODB_URL: 'mongodb://127.0.0.1/support' }

describe('what every service reads', () => {
  it('is known of all of them, and each variable says what it is for', () => {
    expect([...configuration.keys()].sort()).toEqual([...serviceNames].sort())
    for (const variables of configuration.values())
      for (const { name, meaning } of variables)
        expect({ name, meaning }).toEqual({ name, meaning: expect.stringMatching(/^[A-Z].*\.$/) })
  })

  it('the table has one row for a variable that all services read', () => {
    const rows = configurationTable().split('\n')
    expect(rows.filter((row) => row.startsWith('| `NATS_URL` | all | required | yes |'))).toHaveLength(1)
    expect(rows).toContainEqual(expect.stringContaining('| `LOG_LEVEL` | all | `info` |  |'))
  })

  it('has what is needed in containers alone', () => {
    const row = configurationTable()
      .split('\n')
      .find((line) => line.startsWith('| `PICTURES_URL` |'))
    expect(row).toMatch(/^\| `PICTURES_URL` \| payments \| required in containers \| {2}\|/)
    expect(faultsOf('payments', {}, noFile)).toContain('payments needs PICTURES_URL in a container')
    expect(faultsOf('payments', { PICTURES_URL: 'http://pictures:8080' }, noFile)).not.toContainEqual(
      expect.stringMatching(/PICTURES_URL/),
    )
  })

  it.each([
    { what: 'nothing in what is complete', env: support, faults: [] },
    {
      what: 'a secret from a file',
      env: { ...support, MONGODB_URL: undefined, MONGODB_URL_FILE: '/run/url' },
      faults: [],
    },
    { what: 'what is missing', env: { NATS_URL: support.NATS_URL }, faults: [/MONGODB_URL/] },
    { what: 'a name that is not read', env: { ...support, MONGO_URL: 'x' }, faults: [/does not read MONGO_URL/] },
    {
      what: 'a file that is not there',
      env: { ...support, MONGODB_URL: undefined, MONGODB_URL_FILE: '/x' },
      faults: [/There is no \/x/],
    },
  ])('finds $what', ({ env, faults }) => {
    const read = (path: string) => (path === '/run/url' ? `${support.MONGODB_URL}\n` : noFile(path))
    const found = faultsOf('support', env, read)
    expect(found).toHaveLength(faults.length)
    for (const [index, fault] of faults.entries()) expect(found[index]).toMatch(fault)
  })
})
