import { readdirSync } from 'node:fs'
import { extname } from 'node:path'
import type { Request, Response } from 'express'

/** Encodings that the build made beside a file, the better one first, by the end of the file's name. */
const endings = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof endings
const encodings = Object.keys(endings) as Encoding[]

/** Names below /assets carry a hash of their content; what stands under any other name may change. */
const immutable = { immutable: true, maxAge: '1y' } as const
const revalidated = { cacheControl: false, headers: { 'Cache-Control': 'no-cache' } } as const

/** The files of an app as they are when its server starts. Nothing else is ever sent, whatever a path says. */
export class BuiltFiles {
  readonly #folder: string
  readonly #encodingsOf: ReadonlyMap<string, readonly Encoding[]>

  constructor(folder: string) {
    this.#folder = folder
    const paths = new Set(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => `${entry.parentPath.slice(folder.length)}/${entry.name}`)
        .filter((path) => !path.includes('/.')),
    )
    const isEncoded = (path: string): boolean =>
      encodings.some(
        (encoding) => path.endsWith(endings[encoding]) && paths.has(path.slice(0, -endings[encoding].length)),
      )
    this.#encodingsOf = new Map(
      [...paths]
        .filter((path) => !isEncoded(path))
        .map((path) => [path, encodings.filter((encoding) => paths.has(path + endings[encoding]))]),
    )
  }

  has(path: string): boolean {
    return this.#encodingsOf.has(path)
  }

  /** Sends a file in the best encoding that the client reads; whole, in part, or as not modified. */
  send(path: string, request: Request, response: Response): void {
    const available = this.#encodingsOf.get(path) ?? []
    response.type(extname(path))
    let file = path
    if (available.length > 0) {
      response.vary('Accept-Encoding')
      const encoding = available.find((each) => request.acceptsEncodings(each) !== false)
      if (encoding) {
        response.set('Content-Encoding', encoding)
        file += endings[encoding]
      }
    }
    const caching = path.startsWith('/assets/') ? immutable : revalidated
    response.sendFile(file, { root: this.#folder, dotfiles: 'deny', ...caching })
  }
}
