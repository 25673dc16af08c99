import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { docsPath, openApiDocument, openApiPath } from '@kismet/contracts'
import type { RequestHandler } from 'express'
import type { Endpoint } from './endpoints.ts'
import { documentPagePolicy } from './security-headers.ts'

const apiVersion = '0.1.0'
const cacheForSeconds = 3600

const html = `<!doctype html>
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

/** The API document, and a page that shows it, all from this origin. */
export function documentPages(): Endpoint[] {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'))
  const document = JSON.stringify(openApiDocument(apiVersion))
  const page = (path: string, keptSeconds: number, answer: RequestHandler): Endpoint => ({
    method: 'GET',
    path: `${docsPath}${path}`,
    handler: (request, response, next) => {
      response.setHeader('Content-Security-Policy', documentPagePolicy)
      if (keptSeconds > 0) response.setHeader('Cache-Control', `public, max-age=${keptSeconds}`)
      return answer(request, response, next)
    },
  })
  return [
    page('', 0, (_request, response) => void response.type('html').send(html)),
    page(openApiPath.slice(docsPath.length), 0, (_request, response) => void response.type('json').send(document)),
    page('/start.js', cacheForSeconds, (_request, response) => void response.type('js').send(start)),
    ...Object.entries(files).map(([path, file]) =>
      page(path, cacheForSeconds, (_request, response) =>
        response.sendFile(join(folder, file), { cacheControl: false }),
      ),
    ),
  ]
}
