import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { connect } from '@nats-io/transport-node'

const nats = await connect({ servers: process.env.NATS, waitOnFirstConnect: true })

async function play({ betAmount, rollOver, key }) {
  const account = randomInt(1, 10_001)
  const seed = randomBytes(32).toString('hex')
  const roll = (createHmac('sha256', seed).update('client:1').digest().readUInt32BE(0) % 10_000) / 100
  const stake = Math.round(betAmount * 100)
  const payout = roll > rollOver ? Math.floor((stake * 99) / (100 - rollOver)) : 0
  const bet = { account, stake, payout, key, roll, seed }
  const booked = await nats.request('wallet', JSON.stringify(bet), { timeout: 10_000 })
  return { success: true, roll, payout, ...booked.json(), serverSeed: seed }
}

nats.subscribe('game', {
  callback: async (_error, message) => message.respond(JSON.stringify(await play(message.json()))),
})
await nats.flush()
console.log('ready')
