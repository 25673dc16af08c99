// The players of one side: many sockets in one process. It is told what to do, and tells what it saw, over IPC (see `client-process.ts`).
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { CashOuts } from './cash-outs.ts'
import { Connection } from './connection.ts'
import { Delays } from './delays.ts'
import type { Order, Said } from './orders.ts'

const connectingAtOnce = 64
const stamp = Buffer.from('"serverTime":')
const stampDigits = 13
const sequence = Buffer.from('"seq":')
/** The second character of one. */
const acknowledgement = 0x33

const tokens = z.array(z.string()).parse(JSON.parse(await readFile(process.env.TOKENS_FILE ?? '', 'utf8')))
const connections: Connection[] = []
let delays: Delays | undefined
let cashOuts: CashOuts | undefined

const nowMs = () => performance.timeOrigin + performance.now()

function numberAt(bytes: Buffer, start: number, digits: number): number {
  let value = 0
  for (let at = start; at < start + digits; at += 1) {
    const digit = (bytes[at] ?? 0) - 48
    if (digit < 0 || digit > 9) break
    value = value * 10 + digit
  }
  return value
}

/** Every message that has a time in it is a tick. */
function hear(number: number, bytes: Buffer, start: number, end: number): void {
  const isNews = number === 0 || bytes[start + 1] === acknowledgement
  if (cashOuts !== undefined && isNews) cashOuts.hear(number, bytes.toString('utf8', start, end))
  if (delays === undefined) return
  const at = bytes.indexOf(stamp, start)
  if (at === -1 || at >= end) return
  const sentAt = numberAt(bytes, at + stamp.length, stampDigits)
  const seq = numberAt(bytes, bytes.indexOf(sequence, start) + sequence.length, 9)
  delays.heard(seq, sentAt, nowMs())
}

async function connectAll({ port, protocol, sockets }: Extract<Order, { do: 'connect' }>): Promise<Said> {
  const startedAt = performance.now()
  const numbers = Array.from({ length: sockets }, (_, number) => number).values()
  const some = async () => {
    for (const number of numbers) {
      const token = protocol === 'ws' ? '' : (tokens[number] ?? '')
      const connection = new Connection({ port, protocol }, token, (...heard) => hear(number, ...heard))
      connections[number] = connection
      await connection.joined()
    }
  }
  await Promise.all(Array.from({ length: connectingAtOnce }, some))
  return { connectionsPerSecond: (sockets * 1000) / (performance.now() - startedAt) }
}

async function obey(order: Order): Promise<Said> {
  switch (order.do) {
    case 'connect':
      return connectAll(order)
    case 'measure':
      delays = new Delays(connections.length)
      return {}
    case 'report': {
      const seen = delays?.seen()
      delays = undefined
      return { ...(seen === undefined ? {} : { seen }) }
    }
    case 'cash-outs': {
      cashOuts = new CashOuts(connections.slice(0, order.players))
      const seen = await cashOuts.seen()
      cashOuts = undefined
      return { cashOuts: seen }
    }
    case 'close':
      for (const connection of connections.splice(0)) connection.close()
      return {}
  }
}

process.on('message', (order: Order) => {
  obey(order).then(
    (said) => process.send?.(said),
    (error: unknown) => process.send?.({ failure: String(error) } satisfies Said),
  )
})
