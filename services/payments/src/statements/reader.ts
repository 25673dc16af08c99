import { Worker } from 'node:worker_threads'
import type { BankColumns } from '@kismet/contracts'
import { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import { Refusal } from '@kismet/service-kit/refusal'
import type { StatementFile } from './read-file.ts'

const queueLimits = { running: 2, runningOfOwner: 1, waiting: 8, waitingOfOwner: 2 }
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 }
const program = new URL('./reader-worker.ts', import.meta.url)

const tooMuch = 'This file takes too much time or memory to read. Please export fewer days.'

/** Whether a file is a workbook, or a table in HTML or XML. Such a file is opened in a process of its own (pictures/workbook.ts). */
export function isWorkbook(bytes: Buffer): boolean {
  if (['504b0304', 'd0cf11e0'].includes(bytes.toString('hex', 0, 4))) return true
  const beginning = bytes
    .toString('latin1', 0, 4_096)
    .replaceAll('\0', '')
    .replace(/^[\u00ef\u00bb\u00bf\u00fe\u00ff]*\s*/, '')
  return beginning.startsWith('<') && /<(?:!doctype html|html|table|(?:\w+:)?workbook)\b/i.test(beginning)
}

/** Reads files of banks, each in its own thread with limits of memory and time, so that other requests do not wait. */
export class StatementReader {
  readonly #queue = new BoundedQueue(queueLimits)
  readonly #withinMs: number

  constructor(withinMs = 20_000) {
    this.#withinMs = withinMs
  }

  /**
   * Reads a file for an admin with some columns, or with those that its header proposes.
   * @throws Refusal `invalid_request` with what is wrong with the file, `too_many_requests`, `unavailable`
   */
  read(bytes: Uint8Array, owner: string, columns?: BankColumns): Promise<StatementFile> {
    return this.#queue.run(owner, () => this.#readInThread({ bytes, columns }))
  }

  async #readInThread(workerData: object): Promise<StatementFile> {
    const worker = new Worker(program, { workerData, resourceLimits, env: {}, execArgv: ['--no-warnings'] })
    const timer = setTimeout(() => void worker.terminate(), this.#withinMs)
    try {
      return await new Promise<StatementFile>((resolve, reject) => {
        const refuse = (message: string) => reject(new Refusal('invalid_request', message))
        worker.once('message', resolve).once('exit', () => refuse(tooMuch))
        worker.once('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(tooMuch)
          else if (error.name === 'UnreadableFile') refuse(error.message)
          else reject(error)
        })
      })
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  }
}
