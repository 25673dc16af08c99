// Side (ii) with the game behind it: a plain Socket.IO server that tells the signals of Aviator to all and passes on bets and cash-outs. It checks nothing. PORT, NATS_URL.
import { createServer } from 'node:http'
import { aviatorCashout, aviatorCrashed, aviatorPlaceBet, aviatorRoundStarted, aviatorTicked } from '@kismet/contracts'
import { refusalOf } from '@kismet/service-kit/refusal'
import { Server } from 'socket.io'
import { z } from 'zod'
import { callerBus } from '../caller-bus.ts'

const Payload = z.looseObject({ roundId: z.string() })
const Token = z.object({ token: z.string() })

const bus = await callerBus(process.env.NATS_URL ?? '', 'gateway')
const http = createServer()
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })

for (const signal of [aviatorRoundStarted, aviatorTicked, aviatorCrashed])
  bus.onSignal(signal, (payload) => void io.emit(signal.socket.event, payload), { shared: false })

io.on('connection', (socket) => {
  const { token } = Token.parse(socket.handshake.auth)
  for (const { event, operation } of [aviatorPlaceBet, aviatorCashout])
    socket.on(event, (sent: unknown, acknowledge: (answer: unknown) => void) => {
      const payload = Payload.parse(sent)
      const input = { ...payload, receivedAt: Date.now() }
      bus.send(operation, input, { requestId: 'plain', token, key: payload.roundId }).then(
        ({ out }) => acknowledge({ success: true, ...Object(out) }),
        (error: unknown) => acknowledge(refusalOf(error).failure),
      )
    })
})
http.listen(Number(process.env.PORT), '127.0.0.1')
