import { isStorableText } from '@kismet/contracts'
import type { StreamRoute } from '@kismet/contracts'
import type { StreamCall } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import busboy from 'busboy'

/** The text fields of a form, and its file. */
export interface UploadedForm {
  readonly fields: ReadonlyMap<string, string>
  /** Undefined for a missing or an empty file. */
  readonly file: Buffer | undefined
}

type Upload = StreamRoute & Required<Pick<StreamRoute, 'form'>>
type Request = StreamCall['request']

const partLimits = { fields: 20, files: 4, parts: 24, fieldNameSize: 100, fieldSize: 2_000, headerPairs: 20 }

const brokenOff = 'The upload was interrupted.'
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

/**
 * Reads a multipart form with the file field of `stream` into memory, within the limits of the route. The
 * first fault ends the read. The file name and the content type are ignored. The kit's stream pools limit
 * the time.
 * @throws Refusal `invalid_request`, or `payload_too_large` with the text `tooLarge`
 */
export async function readForm(stream: Upload, request: Request, tooLarge: string): Promise<UploadedForm> {
  const { maxFileBytes: maxBytes } = stream.form
  const refusalOfSize = () => new Refusal('payload_too_large', tooLarge, { maxBytes })
  // The sender may have disconnected while the request waited in the queue.
  if (request.destroyed) throw new Refusal('invalid_request', brokenOff)
  if (!request.is('multipart/form-data')) throw new Refusal('invalid_request', notMultipart)
  if (Number(request.headers['content-length'] ?? 0) > stream.maxBodyBytes) throw refusalOfSize()
  const parser = parserFor(request, maxBytes)
  const read = Promise.withResolvers<undefined>()
  const refuse = (message: string) => read.reject(new Refusal('invalid_request', message))
  const refuseSize = () => read.reject(refusalOfSize())
  const fields = new Map<string, string>()
  const files: Buffer[][] = []
  let receivedBytes = 0
  const onData = (chunk: Buffer) => {
    receivedBytes += chunk.length
    if (receivedBytes > stream.maxBodyBytes) refuseSize()
  }
  request.on('data', onData).once('error', () => refuse(brokenOff))
  request.once('close', () => {
    if (!request.complete) refuse(brokenOff)
  })
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (valueTruncated || nameTruncated) refuse(`The field ${name.slice(0, 40)} is too long.`)
    else if (!isStorableText(value)) refuse('The form has text that cannot be stored.')
    else if (fields.has(name)) refuse(`The field ${name.slice(0, 40)} is there twice.`)
    else fields.set(name, value)
  })
  parser.on('file', (name, file) => {
    // A form that ends inside a file emits an error on the file. Without a listener, the error would end the process.
    file.on('error', () => refuse(notComplete))
    if (name !== stream.form.files[0]) return file.resume()
    const chunks: Buffer[] = []
    if (files.push(chunks) > 1) refuse(`Send one ${name} file.`)
    return file.on('data', (chunk: Buffer) => chunks.push(chunk)).on('limit', refuseSize)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => refuse('The form has too many parts.'))
  parser.on('error', () => refuse(notComplete)).once('close', () => read.resolve(undefined))
  try {
    request.pipe(parser)
    await read.promise
    const file = Buffer.concat(files[0] ?? [])
    return { fields, file: file.length === 0 ? undefined : file }
  } finally {
    request.unpipe(parser).off('data', onData)
    // The rest of a refused upload is read and dropped, so that the sender can read the answer.
    request.resume()
  }
}
