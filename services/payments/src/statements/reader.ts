import { Worker } from 'node:worker_threads'
import type { BankColumns } from '@kismet/contracts'
import { Gate } from '@kismet/service-kit/gate'
import { Refusal } from '@kismet/service-kit/refusal'
import type { StatementFile } from './read-file.ts'

export type ReaderAnswer = { readonly statement: StatementFile } | { readonly unreadable: string }

const gateLimits = { running: 2, runningOfOwner: 1, waiting: 8, waitingOfOwner: 2 }
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 }
const program = new URL('./reader-worker.ts', import.meta.url)

const tooMuch = 'This file takes too much time or memory to read. Please export fewer days.'

/** Reads files of banks, each in its own thread with limits of memory and time, so that other requests do not wait. */
export class StatementReader {
  readonly #gate = new Gate(gateLimits)
  readonly #withinMs: number

  constructor(withinMs = 20_000) {
    this.#withinMs = withinMs
  }

  /**
   * Reads a file for an admin with some columns, or with those that its header proposes.
   * @throws Refusal `invalid_request` with what is wrong with the file, `too_many_requests`, `unavailable`
   */
  read(bytes: Uint8Array, owner: string, columns?: BankColumns): Promise<StatementFile> {
    return this.#gate.run(owner, () => this.#readInThread({ bytes, columns }))
  }

  async #readInThread(workerData: object): Promise<StatementFile> {
    const worker = new Worker(program, { workerData, resourceLimits, env: {}, execArgv: ['--no-warnings'] })
    const timer = setTimeout(() => void worker.terminate(), this.#withinMs)
    try {
      const answer = await new Promise<ReaderAnswer>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', (error: NodeJS.ErrnoException) =>
          reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal('invalid_request', tooMuch) : error),
        )
        worker.once('exit', () => reject(new Refusal('invalid_request', tooMuch)))
      })
      if ('unreadable' in answer) throw new Refusal('invalid_request', answer.unreadable)
      return answer.statement
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  }
}
