import { Worker } from 'node:worker_threads'
import { expect, it, jest } from '@jest/globals'
import { StatementReader } from '../src/statements/reader.ts'

const file = Buffer.from(
  'Date,Narration,Ref No,Debit,Credit,Balance\n21/11/2026,UPI-ASHA,409512345678,,500.00,1000.00\n',
)

it('a file whose columns are told after its time is refused, and its place is free again', async () => {
  const reader = new StatementReader(3_000)
  const { promise: ended, resolve } = Promise.withResolvers<unknown>()
  const terminate = Object.getOwnPropertyDescriptor(Worker.prototype, 'terminate')?.value as () => Promise<number>
  const spy = jest.spyOn(Worker.prototype, 'terminate').mockImplementation(function (this: Worker) {
    const ending = terminate.call(this)
    resolve(ending)
    return ending
  })
  const late = reader.read(file, 'asha', async (_header, proposed) => {
    await ended
    return proposed
  })
  await expect(late).rejects.toMatchObject({ code: 'invalid_request' })
  spy.mockRestore()
  const next = reader.read(file, 'asha', (_header, proposed) => Promise.resolve(proposed))
  expect((await next).statement.rows).toHaveLength(1)
}, 30_000)

it('the thread that reads begins without what it does not need: of the contracts their plain rules alone', async () => {
  const program = `
    const { registerHooks } = require('node:module')
    const { parentPort } = require('node:worker_threads')
    const loaded = []
    registerHooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context)
        loaded.push(found.url)
        return found
      },
    })
    import(${JSON.stringify(new URL('../src/statements/read-file.ts', import.meta.url).href)}).then(() => parentPort.postMessage(loaded))`
  const worker = new Worker(program, { eval: true, execArgv: ['--no-warnings'] })
  const loaded = await new Promise<string[]>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  await worker.terminate()
  expect(loaded.some((url) => url.includes('/csv-parse/'))).toBe(true)
  expect(loaded.filter((url) => url.includes('/zod/'))).toEqual([])
}, 30_000)

it('a file that was just looked at is not read again with the same columns, and is with others', async () => {
  const reader = new StatementReader()
  const seen = await reader.read(file, 'asha', (_header, proposed) => Promise.resolve(proposed))
  const { columns } = seen.statement
  expect(await reader.readChosen(Buffer.from(file), 'asha', { ...columns })).toBe(seen)
  const others = await reader.readChosen(file, 'asha', { ...columns, balance: null })
  expect(others.statement.rows).toMatchObject([{ balancePaise: null }])
  expect((await reader.readChosen(file.subarray(0, -5), 'asha', columns)).statement).not.toEqual(seen.statement)
  // Two are kept: the first has gone.
  expect(await reader.readChosen(file, 'asha', columns)).not.toBe(seen)
}, 30_000)
