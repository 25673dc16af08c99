import { readdirSync } from 'node:fs'
import { extname, join, relative, resolve } from 'node:path'
import type { Request, Response } from 'express'
import { cacheControl } from './app-rules.ts'

/** Encodings that the build made beside a file, the better one first, by the end of the file's name. */
const endings = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof endings
const encodings = Object.keys(endings) as Encoding[]

/** How often a file that is not there may have its folder looked at again. */
const lookAgainMs = 1_000

type Files = ReadonlyMap<string, readonly Encoding[]>

/** The paths of what stands in a folder, each with the encodings that it has beside it. @throws when there is no such folder. */
function filesIn(folder: string): Files {
  const paths = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name))}`)
      .filter((path) => !path.includes('/.')),
  )
  const isEncoded = (path: string): boolean =>
    encodings.some(
      (encoding) => path.endsWith(endings[encoding]) && paths.has(path.slice(0, -endings[encoding].length)),
    )
  return new Map(
    [...paths]
      .filter((path) => !isEncoded(path))
      .map((path) => [path, encodings.filter((encoding) => paths.has(path + endings[encoding]))]),
  )
}

/** The files of an app as they were built, also when they are built again under a running server. Nothing else is ever sent, whatever a path says. */
export class BuiltFiles {
  readonly #folder: string
  #files: Files
  #lookedAtMs = performance.now()

  constructor(folder: string) {
    this.#folder = resolve(folder)
    this.#files = filesIn(this.#folder)
  }

  has(path: string): boolean {
    if (!this.#files.has(path)) this.#lookAgain()
    return this.#files.has(path)
  }

  #lookAgain(): void {
    if (performance.now() - this.#lookedAtMs < lookAgainMs) return
    this.#lookedAtMs = performance.now()
    try {
      this.#files = filesIn(this.#folder)
    } catch {
      // In the moment in which the new files take the place of the old ones there is no folder.
    }
  }

  /** Sends a file in the best encoding that the client reads; whole, in part, or as not modified. */
  send(path: string, request: Request, response: Response): void {
    const available = this.#files.get(path) ?? []
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
    const caching = path.startsWith('/assets/') ? cacheControl.immutable : cacheControl.revalidated
    const headers = { 'Cache-Control': caching }
    response.sendFile(file, { root: this.#folder, dotfiles: 'deny', cacheControl: false, headers })
  }
}
