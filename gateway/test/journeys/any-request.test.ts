import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { adminLogout, isErrorCode, logout, operations, setSiteMaintenance, streamRoutes } from '@kismet/contracts'
import type { Route } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { TestCasino } from '@kismet/test-env/test-casino'
import fc from 'fast-check'
import { requestsTo, requestsToStream, unstorableRequestsTo } from './any-request.ts'
import type { AnyRequest } from './any-request.ts'

/** What would end a session or close the site is asked by strangers alone: all else needs both. */
const ofStrangersAlone: readonly Route[] = [logout.route, adminLogout.route, setSiteMaintenance.route]
const agent = new Agent({ keepAlive: true })
let casino: TestCasino
let tokens: { player: string | undefined; admin: string | undefined }

beforeAll(async () => {
  casino = await TestCasino.create()
  const [player, owner] = [await casino.player(), await casino.admin()]
  for (let nth = 0; nth < 3; nth += 1) await owner.approve(await player.requestDeposit({ amount: 10_000 }))
  tokens = { player: player.api.token, admin: owner.api.token }
}, 60_000)

afterAll(async () => {
  agent.destroy()
  await casino.close()
})

function tokenFor(route: Route): string | undefined {
  if (route.access === 'anyone' || ofStrangersAlone.includes(route)) return undefined
  return route.access === 'player' ? tokens.player : tokens.admin
}

/** Sends a request as it is: fetch would refuse half of them. */
function send({ method, path, headers, body, isKnown }: AnyRequest, token: string | undefined) {
  const { hostname, port } = new URL(casino.gatewayUrl)
  const authorization = isKnown && token !== undefined ? { authorization: `Bearer ${token}` } : {}
  const length = body === undefined ? {} : { 'content-length': body.length }
  return new Promise<{ status: number; answer: IncomingMessage; text: string }>((resolve, reject) => {
    const options = { agent, hostname, port, method, path, headers: { ...headers, ...length, ...authorization } }
    const asked = request(options, (answer) => {
      let text = ''
      answer.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, answer, text }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Sends a request again while the service is busy, which is a 503. */
function sendUntilAvailable(asked: AnyRequest, token: string | undefined) {
  return eventually('the service is available', async () => {
    const answered = await send(asked, token)
    return answered.status !== 503 && answered
  })
}

/** Every answer is a success or a refusal of the contracts, and never an internal error. */
async function expectAnswered(route: Route, asked: AnyRequest): Promise<void> {
  const { status, answer, text } = await sendUntilAvailable(asked, tokenFor(route))
  expect({ status, text: status < 500 ? '' : text }).toEqual({ status, text: '' })
  if (status < 400) return
  expect(answer.headers['content-type']).toContain('application/json')
  const { success, code } = JSON.parse(text) as { success: boolean; code: string }
  expect({ success, isKnown: isErrorCode(code) }).toEqual({ success: false, isKnown: true })
}

const namesOf = (route: Route) => `${route.method} ${route.path}`

const routed = operations.flatMap((operation) =>
  operation.route === undefined ? [] : [{ what: namesOf(operation.route), route: operation.route, operation }],
)

it.each(routed)('a text that no store can keep is refused wherever $what takes one', async ({ route, operation }) => {
  for (const asked of unstorableRequestsTo(route, operation)) {
    const { status, text } = await send(asked, tokenFor(route))
    const refusal = ofStrangersAlone.includes(route) ? 401 : 400
    expect({ path: asked.path, status, text }).toMatchObject({ path: asked.path, status: refusal })
  }
})

describe('no request is answered with 500', () => {
  it.each(routed)(
    '$what',
    async ({ route, operation }) => {
      // A password costs so much time on purpose.
      const numRuns = route.rate === 'sign-in' ? 15 : 30
      const property = fc.asyncProperty(requestsTo(route, operation), (asked) => expectAnswered(route, asked))
      await fc.assert(property, { numRuns })
    },
    120_000,
  )

  it.each(streamRoutes.map((stream) => ({ what: namesOf(stream.route), stream })))(
    '$what',
    async ({ stream }) => {
      const property = fc.asyncProperty(requestsToStream(stream), (asked) => expectAnswered(stream.route, asked))
      await fc.assert(property, { numRuns: 30 })
    },
    120_000,
  )
})
