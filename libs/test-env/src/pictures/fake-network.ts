import type { Page, WebSocketRoute } from 'playwright-core'

/** What answers the calls of a page, such as the `reply` of an app's own gateway of tests. */
export type ReplyToCall = (
  url: string,
  call: { method: string; headers: Record<string, string>; body: string | null },
) => Promise<Response>

const handshake = { sid: 'engine', upgrades: [], pingInterval: 600_000, pingTimeout: 600_000, maxPayload: 1_000_000 }

/** A Socket.IO server that lets everybody in, says nothing by itself, and acknowledges what is asked of it with the time. */
function answerSocket(socket: WebSocketRoute, serverTime: number): void {
  socket.onMessage((message) => {
    const [, kind, namespace = '', id = ''] = /^4([02])(\/[^,]+,)?(\d*)/.exec(message.toString()) ?? []
    if (kind === '0') socket.send(`40${namespace}{"sid":"socket"}`)
    else if (kind === '2' && id !== '') socket.send(`43${namespace}${id}${JSON.stringify([{ serverTime }])}`)
  })
  socket.send(`0${JSON.stringify(handshake)}`)
}

/** Takes the place of the network below a page of an app: its calls are answered by `reply`, and its live connection is up. */
export async function fakeNetwork(page: Page, reply: ReplyToCall, nowMs: number): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => answerSocket(socket, nowMs))
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const answer = await reply(request.url(), {
      method: request.method(),
      headers: request.headers(),
      body: request.postData(),
    })
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    })
  })
}
