import type { Page, WebSocketRoute } from 'playwright-core'

/** What answers the calls of a page, such as the `reply` of an app's own gateway of tests. */
export type ReplyToCall = (
  url: string,
  call: { method: string; headers: Record<string, string>; body: string | null },
) => Promise<Response>

const handshake = { sid: 'engine', upgrades: [], pingInterval: 600_000, pingTimeout: 600_000, maxPayload: 1_000_000 }

/** How a command of the live connection is acknowledged, by its event; null: with the time alone. What is pushed meanwhile is told after that. */
export type AcknowledgeCommand = (event: string, push: (event: string, told: object) => void) => object | null

/** A Socket.IO server that lets everybody in, says nothing by itself, and acknowledges what is asked of it. */
function answerSocket(socket: WebSocketRoute, serverTime: number, acknowledge: AcknowledgeCommand): void {
  socket.onMessage((message) => {
    const text = message.toString()
    const [, kind, namespace = '', id = '', event = ''] = /^4([02])(\/[^,]+,)?(\d*)(?:\["([^"]*)")?/.exec(text) ?? []
    if (kind === '0') socket.send(`40${namespace}{"sid":"socket"}`)
    else if (kind === '2' && id !== '') {
      const pushed: string[] = []
      const answer = acknowledge(event, (...told) => pushed.push(`42${namespace}${JSON.stringify(told)}`))
      socket.send(`43${namespace}${id}${JSON.stringify([answer ?? { serverTime }])}`)
      for (const message of pushed) socket.send(message)
    }
  })
  socket.send(`0${JSON.stringify(handshake)}`)
}

/** An answer as it crosses from the test to the page. */
interface Told {
  readonly status: number
  readonly headers: Record<string, string>
  /** Its bytes, in base64. */
  readonly body: string
}

/**
 * Takes the place of the network below a page of an app: its calls are answered by `reply`, and its live connection is up. In the page itself: a browser whose
 * requests are held up on their way loads the whole app anew with each page.
 */
export async function fakeNetwork(
  page: Page,
  reply: ReplyToCall,
  nowMs: number,
  acknowledge: AcknowledgeCommand = () => null,
  onSocket: (socket: WebSocketRoute) => void = () => undefined,
): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    answerSocket(socket, nowMs, acknowledge)
    onSocket(socket)
  })
  const tell = async (url: string, call: Parameters<ReplyToCall>[1]): Promise<Told> => {
    const answer = await reply(url, call)
    const body = Buffer.from(await answer.arrayBuffer()).toString('base64')
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body }
  }
  await page.exposeFunction('kismetTell', tell)
  await page.addInitScript(() => {
    const { kismetTell } = globalThis as unknown as { kismetTell: typeof tell }
    const fetchFromServer = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (!new URL(request.url).pathname.startsWith('/api/')) return fetchFromServer(request)
      const body = await request.text()
      const call = {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body: body === '' ? null : body,
      }
      const answer = await kismetTell(request.url, call)
      const bytes = Uint8Array.from(atob(answer.body), (letter) => letter.charCodeAt(0))
      return new Response(bytes.length === 0 ? null : bytes, answer)
    }
  })
}
