import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { docsPath, openApiDocument, openApiPath } from '@kismet/contracts'
import { version } from '@kismet/service-kit/version'
import type { RequestHandler } from 'express'
import type { Endpoint } from './endpoints.ts'
import { documentPagePolicy } from './security-headers.ts'

const cacheForSeconds = 3600

const ours = join(import.meta.dirname, '../../pages')
const require = createRequire(import.meta.url)
const swaggers = dirname(require.resolve('swagger-ui-dist/package.json'))
const files: Readonly<Record<string, string>> = {
  '': join(ours, 'docs.html'),
  '/start.js': join(ours, 'start.js'),
  '/page.css': join(swaggers, 'swagger-ui.css'),
  '/page.js': join(swaggers, 'swagger-ui-bundle.js'),
  '/favicon.png': join(swaggers, 'favicon-32x32.png'),
}

let document: string | undefined

/** The API document. Making it blocks the process for about 0.15 s, so main.ts makes it at the start. */
export const apiDocument = (): string => (document ??= JSON.stringify(openApiDocument(version)))

/** The API document, and a page that shows it, all from this origin. */
export function documentPages(): Endpoint[] {
  const pages = Object.entries(files).map(([path, file]): Endpoint => {
    const handler: RequestHandler = (_request, response) => {
      response.setHeader('Content-Security-Policy', documentPagePolicy)
      response.setHeader('Cache-Control', `public, max-age=${cacheForSeconds}`)
      response.sendFile(file, { cacheControl: false })
    }
    return { method: 'GET', path: `${docsPath}${path}`, handler }
  })
  const sendDocument: RequestHandler = (_request, response) => {
    response.type('json').send(apiDocument())
  }
  return [...pages, { method: 'GET', path: openApiPath, handler: sendDocument }]
}
