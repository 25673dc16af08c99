import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import pg from 'pg'

const nats = await connect({ servers: process.env.NATS, waitOnFirstConnect: true })
const db = new pg.Client(process.env.DATABASE_URL)
await db.connect()
const claim = {
  name: 'claim',
  text: 'INSERT INTO plain.bet (id, account_id, stake, payout, roll, seed) VALUES ($1, $2, $3, $4, $5, $6)',
}

async function play({ betAmount, rollOver, key }) {
  const account = randomInt(1, 10_001)
  const seed = randomBytes(32).toString('hex')
  const roll = (createHmac('sha256', seed).update('client:1').digest().readUInt32BE(0) % 10_000) / 100
  const stake = Math.round(betAmount * 100)
  const payout = roll > rollOver ? Math.floor((stake * 99) / (100 - rollOver)) : 0
  await db.query({ ...claim, values: [key, account, stake, payout, roll, seed] })
  const booked = await nats.request('wallet', JSON.stringify({ account, stake, payout, key }), { timeout: 10_000 })
  return { success: true, roll, payout, ...booked.json(), serverSeed: seed }
}

nats.subscribe('game', {
  callback: async (_error, message) => message.respond(JSON.stringify(await play(message.json()))),
})
await nats.flush()
console.log('ready')
