import type { StreamRoute } from '@kismet/contracts'
import type { StreamCall } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import busboy from 'busboy'

/** A form as it was sent: its text fields, and the one file that it may have. */
export interface UploadedForm {
  readonly fields: ReadonlyMap<string, string>
  /** Undefined when there is none, or an empty one. */
  readonly file: Buffer | undefined
}

export interface UploadLimits {
  readonly fileBytes: number
  readonly tooLarge: string
}

type Request = StreamCall['request']

const partLimits = { fields: 20, files: 4, parts: 24, fieldNameSize: 100, fieldSize: 2_000, headerPairs: 20 }
const readWithinMs = 90_000

const brokenOff = 'The upload was broken off.'
const notComplete = 'The form is not complete.'
const notMultipart = 'Send the form as multipart/form-data.'

function parserFor(request: Request, fileBytes: number): busboy.Busboy {
  try {
    const limits = { ...partLimits, fileSize: fileBytes + 1 }
    return busboy({ headers: request.headers, limits, defParamCharset: 'utf8' })
  } catch {
    throw new Refusal('invalid_request', notMultipart)
  }
}

/** Collects the parts of one form. The first thing that is wrong ends it. */
class FormReader {
  readonly #fields = new Map<string, string>()
  readonly #fileName: string
  readonly #limits: UploadLimits
  readonly #fail: (refusal: Refusal) => void
  #chunks: Buffer[] | undefined

  constructor(fileName: string, limits: UploadLimits, fail: (refusal: Refusal) => void) {
    this.#fileName = fileName
    this.#limits = limits
    this.#fail = fail
  }

  field(name: string, value: string, info: busboy.FieldInfo): void {
    if (info.valueTruncated || info.nameTruncated) this.#refuse(`The field ${name.slice(0, 40)} is too long.`)
    else if (this.#fields.has(name)) this.#refuse(`The field ${name.slice(0, 40)} is there twice.`)
    else this.#fields.set(name, value)
  }

  file(name: string, stream: NodeJS.ReadableStream): void {
    // A form that ends within a file is an error of the file, too, and one that nobody hears would end the service.
    stream.on('error', () => this.#refuse(notComplete))
    if (name !== this.#fileName) {
      stream.resume()
      return
    }
    if (this.#chunks !== undefined) this.#refuse(`Send one ${name} file.`)
    const chunks: Buffer[] = []
    this.#chunks = chunks
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('limit', () => this.#fail(new Refusal('payload_too_large', this.#limits.tooLarge)))
  }

  form(): UploadedForm {
    const file = Buffer.concat(this.#chunks ?? [])
    return { fields: this.#fields, file: file.length === 0 ? undefined : file }
  }

  #refuse(message: string): void {
    this.#fail(new Refusal('invalid_request', message))
  }
}

/**
 * Reads a multipart form with the file field of `stream` into memory, within the limits of the route. What the file is called and what type it is said
 * to be is not looked at.
 * @throws Refusal `invalid_request`, or `payload_too_large` with the text of `limits`.
 */
export async function readForm(stream: StreamRoute, request: Request, limits: UploadLimits): Promise<UploadedForm> {
  // The sender may have left while the request waited for its turn.
  if (request.destroyed) throw new Refusal('invalid_request', brokenOff)
  if (!request.is('multipart/form-data')) throw new Refusal('invalid_request', notMultipart)
  if (Number(request.headers['content-length'] ?? 0) > stream.maxBodyBytes)
    throw new Refusal('payload_too_large', limits.tooLarge)
  const parser = parserFor(request, limits.fileBytes)
  let onData: ((chunk: Buffer) => void) | undefined
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<UploadedForm>((resolve, reject) => {
      const reader = new FormReader(stream.form?.files[0] ?? '', limits, reject)
      const refuse = (message: string) => reject(new Refusal('invalid_request', message))
      let received = 0
      onData = (chunk) => {
        received += chunk.length
        if (received > stream.maxBodyBytes) reject(new Refusal('payload_too_large', limits.tooLarge))
      }
      timer = setTimeout(() => refuse('The upload took too long.'), readWithinMs)
      request.on('data', onData)
      request.once('error', () => refuse(brokenOff))
      request.once('close', () => {
        if (!request.complete) refuse(brokenOff)
      })
      parser.on('field', (name, value, info) => reader.field(name, value, info))
      parser.on('file', (name, file) => reader.file(name, file))
      for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
        parser.on(limit, () => refuse('The form has too many parts.'))
      parser.on('error', () => refuse(notComplete))
      parser.once('close', () => resolve(reader.form()))
      request.pipe(parser)
    })
  } finally {
    clearTimeout(timer)
    request.unpipe(parser)
    if (onData !== undefined) request.off('data', onData)
    // What is left of a refused upload is read and dropped, so that the sender gets to see the answer.
    request.resume()
  }
}
