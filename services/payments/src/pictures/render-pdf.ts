import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { PDFiumDocument } from '@hyzyla/pdfium'
import { RenderFailure } from './protocol.ts'
import { renderPixels } from './render-image.ts'

/** An A4 page (595 x 842 points) at 180 dots an inch; larger pages are scaled down to fit. */
const maxScale = 2.5
const pageBox = { width: 1_800, height: 3_600 }

type Library = Awaited<ReturnType<typeof PDFiumLibrary.init>>

async function open(library: Library, bytes: Buffer): Promise<PDFiumDocument> {
  try {
    return await library.loadDocument(bytes)
  } catch (error) {
    const isLocked = error instanceof Error && /password|security/i.test(error.message)
    throw new RenderFailure(isLocked ? 'locked' : 'damaged', error)
  }
}

async function renderPage(document: PDFiumDocument, index: number, maxBytes: number): Promise<Buffer> {
  const page = document.getPage(index)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw new RenderFailure('damaged')
  const scale = Math.min(maxScale, pageBox.width / originalWidth, pageBox.height / originalHeight)
  const width = Math.max(1, Math.floor(originalWidth * scale))
  const height = Math.max(1, Math.floor(originalHeight * scale))
  const { data } = await page.render({ width, height })
  return renderPixels(data, width, height, maxBytes)
}

/** Makes a picture, of `maxBytes` at most, of each of the first `maxPages` pages of a PDF. PDFium runs as WebAssembly and executes no scripts of the file. @throws RenderFailure */
export async function renderPdf(bytes: Buffer, maxBytes: number, maxPages: number): Promise<Buffer[]> {
  const library = await PDFiumLibrary.init()
  const document = await open(library, bytes)
  const pageCount = document.getPageCount()
  if (pageCount < 1) throw new RenderFailure('no_pages')
  const pictures: Buffer[] = []
  for (let index = 0; index < Math.min(pageCount, maxPages); index += 1)
    pictures.push(await renderPage(document, index, maxBytes))
  return pictures
}
