// Side (i), the limit in JavaScript: `ws`, each tick framed once and written to every connection. PORT.
import type { Socket } from 'node:net'
import { aviatorTicked } from '@kismet/contracts'
import { WebSocketServer } from 'ws'
import { startTicks } from './ticks.ts'

const finalText = 0x81
const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.env.PORT), perMessageDeflate: false })
const connections = new Set<Socket>()
server.on('connection', (webSocket, { socket }) => {
  connections.add(socket)
  webSocket.on('close', () => connections.delete(socket))
})

startTicks((tick) => {
  const wire = aviatorTicked.payload.encode(tick)
  const body = Buffer.from(`42${JSON.stringify([aviatorTicked.socket.event, wire])}`)
  const header = Buffer.from([finalText, 126, body.length >> 8, body.length & 255])
  const frame = Buffer.concat([header, body])
  for (const connection of connections) connection.write(frame)
})
