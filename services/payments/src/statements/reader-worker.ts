import { parentPort, workerData } from 'node:worker_threads'
import type { BankColumns } from '@kismet/contracts'
import { identitiesOf } from './identity.ts'
import { divideFile, readStatement, UnreadableFile } from './read-file.ts'
import type { ReaderAnswer } from './reader.ts'

if (parentPort === null) throw new Error('This is the program of a worker')
const port = parentPort

/** Says what is wrong with the file in place of an answer. */
function answer(work: () => ReaderAnswer): void {
  try {
    port.postMessage(work())
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    port.postMessage({ unreadable: error.message } satisfies ReaderAnswer)
  }
}

answer(() => {
  const file = divideFile(workerData as Uint8Array)
  port.once('message', (columns: BankColumns) =>
    answer(() => {
      const statement = readStatement(file, columns)
      return { statement, identities: identitiesOf(statement.rows) }
    }),
  )
  return { header: file.header, proposed: file.proposed }
})
