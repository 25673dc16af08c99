import { createServer } from 'node:http'
import { connect } from '@nats-io/transport-node'

const nats = await connect({ servers: process.env.NATS, waitOnFirstConnect: true })

createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', async () => {
    const bet = { ...JSON.parse(body), key: request.headers['idempotency-key'] }
    const answer = await nats.request('game', JSON.stringify(bet), { timeout: 10_000 })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(answer.data)
  })
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
