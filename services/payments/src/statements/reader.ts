import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { columnMeanings } from '@kismet/contracts'
import type { BankColumns } from '@kismet/contracts'
import { Gate } from '@kismet/service-kit/gate'
import { Refusal } from '@kismet/service-kit/refusal'
import type { StatementFile } from './read-file.ts'

/** What the worker says: the header, and then the whole file as the columns that it was given read it. */
export type ReaderAnswer =
  | { readonly header: readonly string[]; readonly proposed: BankColumns }
  | { readonly statement: StatementFile; readonly identities: readonly string[] }
  | { readonly unreadable: string }

/** A file as it was read; `identities` are those of its rows (identity.ts). */
export interface ReadFile {
  readonly statement: StatementFile
  readonly identities: readonly string[]
}

const gateLimits = { running: 2, runningOfOwner: 1, waiting: 8, waitingOfOwner: 2 }
const withinMs = 20_000
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 }
const program = new URL('./reader-worker.ts', import.meta.url)

/** So many files are kept as they were read, for so long: what an admin has looked at and goes on with is not read again. */
const keptFiles = { most: 2, forMs: 60_000 }

/** What a file says, and what its columns were taken to mean. */
const nameOf = (bytes: Uint8Array, columns: BankColumns): string =>
  `${hash('sha256', bytes)} ${JSON.stringify(columnMeanings.map((meaning) => columns[meaning]))}`

/** Reads files of banks, each in a thread of its own with limits of memory and time, so that nothing else waits for it. */
export class StatementReader {
  readonly #gate = new Gate(gateLimits)
  readonly #withinMs: number
  readonly #kept = new Map<string, ReadFile>()

  constructor(readWithinMs: number = withinMs) {
    this.#withinMs = readWithinMs
  }

  /** Reads a file whose columns have been chosen, as `read` does; one that was just read so is not read again. */
  async readChosen(bytes: Uint8Array, owner: string, columns: BankColumns): Promise<ReadFile> {
    return this.#kept.get(nameOf(bytes, columns)) ?? this.read(bytes, owner, () => Promise.resolve(columns))
  }

  #keep(bytes: Uint8Array, read: ReadFile): void {
    const name = nameOf(bytes, read.statement.columns)
    this.#kept.delete(name)
    this.#kept.set(name, read)
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size > keptFiles.most) this.#kept.delete(oldest)
    setTimeout(() => this.#kept.get(name) === read && this.#kept.delete(name), keptFiles.forMs).unref()
  }

  /**
   * Reads a file for an admin. `choose` says what the columns of its header mean.
   * @throws Refusal `invalid_request` with what is wrong with the file, `too_many_requests`, `unavailable`; whatever `choose` throws
   */
  async read(
    bytes: Uint8Array,
    owner: string,
    choose: (header: readonly string[], proposed: BankColumns) => Promise<BankColumns>,
  ): Promise<ReadFile> {
    const read = await this.#gate.run(owner, () => this.#read(bytes, choose))
    this.#keep(bytes, read)
    return read
  }

  async #read(bytes: Uint8Array, choose: Parameters<StatementReader['read']>[2]): Promise<ReadFile> {
    const worker = new Worker(program, { workerData: bytes, resourceLimits, env: {}, execArgv: ['--no-warnings'] })
    const timer = setTimeout(() => void worker.terminate(), this.#withinMs)
    try {
      const file = await answerOf(worker)
      if (!('header' in file)) throw new Error('A worker has left out the header')
      const columns = await choose(file.header, file.proposed)
      const read = answerOf(worker)
      worker.postMessage(columns)
      const whole = await read
      if (!('statement' in whole)) throw new Error('A worker has left out the file')
      return whole
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  }
}

const tooMuch = 'This file takes too much time or memory to read. Please export fewer days.'

/** The next answer of a worker. @throws Refusal */
function answerOf(worker: Worker): Promise<Exclude<ReaderAnswer, { unreadable: string }>> {
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: ReaderAnswer) => {
      if ('unreadable' in answer) reject(new Refusal('invalid_request', answer.unreadable))
      else resolve(answer)
    })
    worker.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal('invalid_request', tooMuch) : error)
    })
    const refuse = () => reject(new Refusal('invalid_request', tooMuch))
    worker.once('exit', refuse)
    // It has ended while nothing was asked of it, and says nothing more.
    if (worker.threadId < 0) refuse()
  })
}
