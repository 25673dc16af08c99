import { connect } from '@nats-io/transport-node'
import pg from 'pg'

const nats = await connect({ servers: process.env.NATS, waitOnFirstConnect: true })
const db = new pg.Client(process.env.DATABASE_URL)
await db.connect()
const move = {
  name: 'move',
  text: `
    WITH moved AS (UPDATE plain.account SET balance = balance - $2 + $3, sequence = sequence + 1 WHERE id = $1 AND balance >= $2 RETURNING balance, sequence),
      entry AS (INSERT INTO plain.entry (account_id, sequence, amount, balance_after, idempotency_key) SELECT $1, sequence, $3 - $2, balance, $4 FROM moved),
      bet AS (INSERT INTO plain.bet (id, account_id, stake, payout, roll, seed) SELECT $4, $1, $2, $3, $5, $6 FROM moved)
    SELECT balance FROM moved`,
}

async function book({ account, stake, payout, key, roll, seed }) {
  const { rows } = await db.query({ ...move, values: [account, stake, payout, key, roll, seed] })
  return { balance: Number(rows[0].balance) / 100 }
}

nats.subscribe('wallet', {
  callback: async (_error, message) => message.respond(JSON.stringify(await book(message.json()))),
})
await nats.flush()
console.log('ready')
