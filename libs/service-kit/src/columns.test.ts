import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testPostgresUrl } from '@kismet/test-env/test-servers'
import fc from 'fast-check'
import pg from 'pg'
import { bigints, booleans, hashes, integers, labels, texts, uuids } from './columns.ts'
import { Unencodable } from './database-failure.ts'

const client = new pg.Client({ connectionString: testPostgresUrl() })
beforeAll(() => client.connect())
afterAll(() => client.end())

const itself = <T>(value: T): T => value

/** What PostgreSQL reads in a column, as text. */
async function readBack(type: string, column: Buffer): Promise<(string | null)[]> {
  const { rows } = await client.query<{ value: string | null }>(
    `SELECT value::text FROM unnest($1::${type}[]) AS value`,
    [column],
  )
  return rows.map(({ value }) => value)
}

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array) => Buffer.from(array).toString('hex'))
const noNul = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'))

describe('a column that PostgreSQL reads', () => {
  it('holds the safe integers that were put in', async () => {
    const edges = [
      0,
      -1,
      1,
      2 ** 32,
      -(2 ** 32),
      2 ** 31,
      -(2 ** 31) - 1,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
    ]
    const values = [...edges, ...fc.sample(fc.maxSafeInteger(), 200)]
    expect(await readBack('bigint', bigints(values, itself))).toEqual(values.map(String))
  })

  it('holds integers and booleans', async () => {
    const values = [0, -1, 2 ** 31 - 1, -(2 ** 31)]
    expect(await readBack('integer', integers(values, itself))).toEqual(values.map(String))
    expect(await readBack('boolean', booleans([true, false], itself))).toEqual(['true', 'false'])
  })

  it('holds ids and hashes', async () => {
    const ids = fc.sample(fc.uuid(), 50)
    const values = fc.sample(hex(8), 50)
    expect(await readBack('uuid', uuids(ids, itself))).toEqual(ids)
    const numbers = values.map((value) => String(BigInt.asIntN(64, BigInt(`0x${value}`))))
    expect(await readBack('bigint', hashes(values, itself))).toEqual(numbers)
  })

  it('holds the places of labels, and 0 for a label that is missing', async () => {
    const list = ['open', 'close', 'bonus'] as const
    expect(await readBack('smallint', labels(list, ['bonus', null, 'open', 'close'], itself))).toEqual([
      '3',
      '0',
      '1',
      '2',
    ])
  })

  it('holds any text, and what is missing', async () => {
    const values = [null, '', 'NULL', '"{}\\', '₹ 10,00,000', ...fc.sample(noNul, 100)]
    expect(await readBack('text', texts(values, itself))).toEqual(values)
  })

  const id = '0190a000-0000-7000-8000-000000000001'
  it.each([
    { what: 'a text that is no UUID', write: () => uuids([id, 'round-7'], itself) },
    { what: 'a UUID with a letter too many', write: () => uuids([`${id}0`], itself) },
    { what: 'a UUID with a letter that is no digit', write: () => uuids([id.replace('a', 'g')], itself) },
    { what: 'a hash that is too short', write: () => hashes(['00ff'], itself) },
    { what: 'a fraction', write: () => bigints([1.5], itself) },
    { what: 'no number', write: () => bigints([Number.NaN], itself) },
    { what: 'a number that is no safe integer', write: () => bigints([2 ** 53], itself) },
    { what: 'an integer of 33 bits', write: () => integers([2 ** 31], itself) },
    { what: 'half an integer', write: () => integers([0.5], itself) },
  ])('refuses $what', ({ write }) => {
    expect(write).toThrow(Unencodable)
  })

  it('may be empty', async () => {
    expect(await readBack('bigint', bigints([], itself))).toEqual([])
  })
})
