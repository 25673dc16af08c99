import { Refusal } from '@kismet/service-kit/refusal'
import type { Express, RequestHandler } from 'express'
import { refuse } from './failures.ts'

/** What answers one method of one path. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly handler: RequestHandler
}

/** Mounts endpoints; any other method of their paths is refused with those that there are. */
export function mount(app: Express, endpoints: readonly Endpoint[], limitReads: RequestHandler): void {
  for (const [path, ofPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const route = app.route(path)
    for (const { method, handler } of ofPath) route[method.toLowerCase() as Lowercase<typeof method>](handler)
    const methods = ofPath.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method]))
    route.all(limitReads, (request, response) => {
      response.setHeader('Allow', methods.join(', '))
      refuse(request, response, new Refusal('method_not_allowed'))
    })
  }
}
