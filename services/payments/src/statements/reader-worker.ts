import { parentPort, workerData } from 'node:worker_threads'
import type { BankColumns } from '@kismet/contracts'
import { readStatement, UnreadableFile } from './read-file.ts'
import type { ReaderAnswer } from './reader.ts'

const { bytes, columns } = workerData as { readonly bytes: Uint8Array; readonly columns: BankColumns | undefined }

function answer(): ReaderAnswer {
  try {
    return { statement: readStatement(bytes, columns) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message }
    throw error
  }
}

parentPort?.postMessage(answer())
