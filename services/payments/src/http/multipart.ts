import { isStorableText } from '@kismet/contracts'
import type { StreamRoute } from '@kismet/contracts'
import type { StreamCall } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import busboy from 'busboy'

export interface UploadedForm {
  readonly fields: ReadonlyMap<string, string>
  /** Undefined for a missing or an empty file. */
  readonly file: Buffer | undefined
}

type Upload = StreamRoute & Required<Pick<StreamRoute, 'form'>>
type Request = StreamCall['request']

const partLimits = { fields: 20, files: 4, parts: 24, fieldNameSize: 100, fieldSize: 2_000, headerPairs: 20 }

const refusal = (message: string) => new Refusal('invalid_request', message)

function parserFor({ headers }: Request, fileSize: number): busboy.Busboy {
  try {
    return busboy({ headers, limits: { ...partLimits, fileSize }, defParamCharset: 'utf8' })
  } catch {
    // Another content type, or one that names no boundary.
    throw refusal('Send the form as multipart/form-data.')
  }
}

/**
 * Reads a multipart form with the file field of `stream` into memory. The file name and the content type are ignored. The gateway
 * limits the body, the stream pools of the kit limit the time.
 * @throws Refusal of the first fault: `invalid_request`, or `payload_too_large` with the text `tooLarge`
 */
export async function readForm(stream: Upload, request: Request, tooLarge: string): Promise<UploadedForm> {
  const { files, maxFileBytes: maxBytes } = stream.form
  const parser = parserFor(request, maxBytes + 1)
  const { promise: whole, resolve, reject } = Promise.withResolvers<undefined>()
  let fault: Refusal | undefined
  // The form is read to its end first: a sender that is still writing would not read the answer.
  const refuse = (message: string) => (fault ??= refusal(message))
  const fields = new Map<string, string>()
  const chunks: Buffer[] = []
  let fileCount = 0
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (valueTruncated || nameTruncated) refuse(`The field ${name.slice(0, 40)} is too long.`)
    else if (!isStorableText(value)) refuse('The form has text that cannot be stored.')
    else if (fields.has(name)) refuse(`The field ${name.slice(0, 40)} is there twice.`)
    else fields.set(name, value)
  })
  parser.on('file', (name, file) => {
    // A form that ends inside a file emits an error on the file, too. Without a listener, the error would end the process.
    file.on('error', () => undefined)
    if (name !== files[0]) return file.resume()
    fileCount += 1
    if (fileCount > 1) refuse(`Send one ${name} file.`)
    const refuseSize = () => (fault ??= new Refusal('payload_too_large', tooLarge, { maxBytes }))
    return file.on('data', (chunk: Buffer) => chunks.push(chunk)).on('limit', refuseSize)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => refuse('The form has too many parts.'))
  parser.once('error', () => reject(refusal('The form is not complete.'))).once('close', () => resolve(undefined))
  const interrupt = () => reject(refusal('The upload was interrupted.'))
  // The sender may have disconnected while the request waited in the queue.
  if (request.destroyed) interrupt()
  request.once('error', interrupt).once('close', () => request.complete || interrupt())
  request.pipe(parser)
  try {
    await whole
  } finally {
    request.unpipe(parser).resume()
  }
  if (fault !== undefined) throw fault
  return { fields, file: chunks.length === 0 ? undefined : Buffer.concat(chunks) }
}
