import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { docsPath, openApiDocument, openApiPath } from '@kismet/contracts'
import { Router } from 'express'
import type { Response } from 'express'
import { documentPagePolicy } from './security-headers.ts'

const apiVersion = '0.1.0'
const cacheForSeconds = 3600

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Kismet API</title>
    <link rel="icon" href="${docsPath}/favicon.png">
    <link rel="stylesheet" href="${docsPath}/page.css">
  </head>
  <body>
    <noscript>This page needs JavaScript. The document itself: <a href="${openApiPath}">openapi.json</a></noscript>
    <main id="document"></main>
    <script src="${docsPath}/page.js"></script>
    <script src="${docsPath}/start.js"></script>
  </body>
</html>
`

/** Shows the document; calls are not made from the page, so there is nothing to authorize. */
const start = `SwaggerUIBundle({
  url: ${JSON.stringify(openApiPath)},
  dom_id: '#document',
  deepLinking: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
  plugins: [() => ({ wrapComponents: { authorizeBtn: () => () => null, authorizeOperationBtn: () => () => null } })],
})
`

const files: Readonly<Record<string, string>> = {
  '/page.css': 'swagger-ui.css',
  '/page.js': 'swagger-ui-bundle.js',
  '/favicon.png': 'favicon-32x32.png',
}

function keep(response: Response): void {
  response.set('Cache-Control', `public, max-age=${cacheForSeconds}`)
}

/** The API document, and a page that shows it, all from this origin. */
export function docsRouter(): Router {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'))
  const document = JSON.stringify(openApiDocument(apiVersion))
  const router = Router()
  router.use(documentPagePolicy)
  router.get('/', (_request, response) => void response.type('html').send(page))
  router.get(openApiPath.slice(docsPath.length), (_request, response) => void response.type('json').send(document))
  router.get('/start.js', (_request, response) => {
    keep(response)
    response.type('js').send(start)
  })
  for (const [path, file] of Object.entries(files)) {
    router.get(path, (_request, response) => {
      keep(response)
      response.sendFile(join(folder, file), { cacheControl: false })
    })
  }
  return router
}
