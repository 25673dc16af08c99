// The thread that reads one file for reader.ts. An error of the file ends the thread.
import { parentPort, workerData } from 'node:worker_threads'
import type { BankColumns } from '@kismet/contracts'
import { readStatement } from './read-file.ts'

const { bytes, columns } = workerData as { readonly bytes: Uint8Array; readonly columns: BankColumns | undefined }
parentPort?.postMessage(readStatement(bytes, columns))
