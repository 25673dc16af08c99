// Side (ii): a plain Socket.IO server, which asks nobody for a token. PORT.
import { createServer } from 'node:http'
import { aviatorTicked } from '@kismet/contracts'
import { Server } from 'socket.io'
import { startTicks } from './ticks.ts'

const http = createServer()
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
http.listen(Number(process.env.PORT), '127.0.0.1')

startTicks((tick) => io.emit(aviatorTicked.socket.event, aviatorTicked.payload.encode(tick)))
