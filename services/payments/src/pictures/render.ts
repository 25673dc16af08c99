// The process that opens uploaded files: render.ts <purpose> <kind> <bytes of a picture>, the file on standard input, RenderAnswer and pictures on standard
// output. It is started anew for each file, apart from the service (confinement.ts), and killed when it takes too much (renderer.ts).
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { fileKinds } from '../domain/file-kind.ts'
import { fingerprintOf } from './fingerprint.ts'
import { purposes, RenderFailure } from './protocol.ts'
import type { RenderAnswer } from './protocol.ts'
import { renderImage } from './render-image.ts'

const [purpose, kind, maxBytes] = z
  .tuple([z.enum(purposes), z.enum(fileKinds), z.coerce.number()])
  .parse(process.argv.slice(2))

async function render(bytes: Buffer): Promise<Buffer[]> {
  if (kind !== 'pdf') return [await renderImage(bytes, purpose, maxBytes)]
  const { renderPdf } = await import('./render-pdf.ts')
  return renderPdf(bytes, maxBytes)
}

function answer(line: RenderAnswer, pictures: readonly Buffer[]): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
  for (const picture of pictures) process.stdout.write(picture)
}

try {
  const pictures = await render(await buffer(process.stdin))
  const prints = purpose === 'proof' ? await Promise.all(pictures.map(fingerprintOf)) : []
  answer({ pictures: pictures.map(({ byteLength }, index) => ({ byteLength, print: prints[index] })) }, pictures)
} catch (error) {
  if (!(error instanceof RenderFailure)) throw error
  if (error.cause instanceof Error) process.stderr.write(`${error.cause.message}\n`)
  answer({ fault: error.fault }, [])
}
