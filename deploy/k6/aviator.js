// Players of Aviator on their sockets: everybody watches, bets when betting opens and cashes out after half a second of flight, for some rounds.
import { check } from 'k6'
import { Counter, Rate, Trend } from 'k6/metrics'
import { WebSocket } from 'k6/websockets'
import { events, ownToken, socketUrl, tokens } from './casino.js'

/** A round lasts from 13 s to nearly two minutes; in seven of a hundred nobody has half a second to cash out. */
const roundsPlayed = 3
const ticksBeforeCashOut = 5

const ticks = new Counter('aviator_ticks')
const joined = new Rate('aviator_joined')
const betsTaken = new Rate('aviator_bets_taken')
const roundsEnded = new Counter('aviator_rounds_ended')
const cashOuts = new Counter('aviator_cash_outs')
const cashOutMs = new Trend('aviator_cash_out_ms', true)

export const options = {
  scenarios: { watchers: { executor: 'per-vu-iterations', vus: tokens.length, iterations: 1, maxDuration: '7m' } },
  thresholds: {
    checks: ['rate==1'],
    aviator_joined: ['rate==1'],
    aviator_bets_taken: ['rate>0.99'],
    aviator_ticks: [`count>${tokens.length}`],
    aviator_rounds_ended: [`count==${tokens.length * roundsPlayed}`],
    aviator_cash_outs: ['count>0'],
    aviator_cash_out_ms: ['p(95)<500'],
  },
}

/** One player's socket: Socket.IO's frames, read and written by hand. */
class Table {
  constructor() {
    this.socket = new WebSocket(socketUrl)
    this.asked = new Map()
    this.nextId = 0
    this.ticksOfRound = 0
    this.hasBet = false
    this.rounds = 0
    this.roundId = undefined
    this.socket.onmessage = ({ data }) => this.read(data)
    this.socket.onerror = () => joined.add(false)
  }

  read(text) {
    if (text.startsWith('0')) this.socket.send(`40${JSON.stringify({ token: ownToken() })}`)
    else if (text === '2') this.socket.send('3')
    else if (text.startsWith('40')) joined.add(true)
    else if (text.startsWith('44')) joined.add(false)
    else if (text.startsWith('43')) this.answered(text)
    else if (text.startsWith('42')) this.hear(...JSON.parse(text.slice(2)))
  }

  ask(event, payload, answered) {
    this.nextId += 1
    this.asked.set(this.nextId, answered)
    this.socket.send(`42${this.nextId}${JSON.stringify([event, payload])}`)
  }

  answered(text) {
    const [, id, answer] = /^43(\d+)(.*)$/s.exec(text) ?? []
    this.asked.get(Number(id))?.(JSON.parse(answer)[0])
    this.asked.delete(Number(id))
  }

  hear(event, payload) {
    if (event === events.roundStart) this.bet(payload)
    if (events.roundEnds.includes(event)) this.ended(payload)
    if (event !== events.tick) return
    ticks.add(1)
    this.ticksOfRound += 1
    if (this.hasBet && this.ticksOfRound === ticksBeforeCashOut) this.cashOut(payload)
  }

  /** What a leader that takes over tells again is no news. */
  ended({ roundId }) {
    if (roundId !== this.roundId) return
    this.roundId = undefined
    roundsEnded.add(1)
    if (this.rounds === roundsPlayed) this.socket.close()
  }

  bet({ roundId }) {
    if (roundId === this.roundId) return
    this.roundId = roundId
    this.rounds += 1
    this.ticksOfRound = 0
    this.hasBet = false
    this.ask(events.placeBet, { amount: 100, roundId }, ({ success }) => {
      this.hasBet = success
      betsTaken.add(success)
    })
  }

  cashOut({ roundId }) {
    const sentAt = Date.now()
    this.ask(events.cashOut, { roundId }, (answer) => {
      cashOutMs.add(Date.now() - sentAt)
      cashOuts.add(1)
      // The crash may have come first: that is the game.
      const isFair = answer.success || answer.code === events.crashed
      check(answer, { 'the cash-out has an answer of the game': () => isFair })
    })
  }
}

export default function watch() {
  new Table()
}
