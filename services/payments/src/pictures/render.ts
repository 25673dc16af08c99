// The process that opens uploaded files: render.ts <purpose> <kind> <bytes of a picture> <pages of a PDF>, the file on standard input, the answer (encodeRendered) on
// standard output. It is started anew for each file, apart from the service (confinement.ts), and killed when it takes too much (renderer.ts). It loads no contracts: that
// takes longer than most files.
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { fileKinds } from '../domain/file-kind.ts'
import { fingerprintOf } from './fingerprint.ts'
import { encodeRendered, purposes, RenderFailure } from './protocol.ts'
import { renderImage } from './render-image.ts'

const [purpose, kind, maxBytes, maxPages] = z
  .tuple([z.enum(purposes), z.enum(fileKinds), z.coerce.number(), z.coerce.number()])
  .parse(process.argv.slice(2))

async function render(bytes: Buffer): Promise<Buffer[]> {
  if (kind !== 'pdf') return [await renderImage(bytes, purpose, maxBytes)]
  const { renderPdf } = await import('./render-pdf.ts')
  return renderPdf(bytes, maxBytes, maxPages)
}

try {
  const pictures = await render(await buffer(process.stdin))
  const prints = purpose === 'proof' ? await Promise.all(pictures.map(fingerprintOf)) : []
  process.stdout.write(encodeRendered({ pictures: pictures.map((bytes, index) => ({ bytes, print: prints[index] })) }))
} catch (error) {
  if (!(error instanceof RenderFailure)) throw error
  const reason = error.cause instanceof Error ? error.cause.message : ''
  process.stdout.write(encodeRendered({ fault: error.fault, reason }))
}
