// Does it work at all: each call that a first minute needs, by one player.
import { check, group } from 'k6'
import http from 'k6/http'
import { asPlayer, routes, url } from './casino.js'

export const options = {
  vus: 1,
  iterations: 5,
  thresholds: { checks: ['rate==1'], http_req_failed: ['rate==0'], http_req_duration: ['p(95)<1000'] },
}

export default function smoke() {
  group('anybody', () => {
    check(http.get(`${url}${routes.config}`), {
      'the limits are there': (answer) => answer.json('limits') !== undefined,
    })
    check(http.get(`${url}${routes.ready}`), { 'all parts are ready': (answer) => answer.status === 200 })
  })
  group('a player', () => {
    const balance = http.get(`${url}${routes.balance}`, asPlayer('balance'))
    check(balance, { 'there is money': (answer) => Number(answer.json('balance')) > 0 })
    const bet = JSON.stringify({ betAmount: 100, rollOver: 50.5 })
    const play = http.post(`${url}${routes.dice}`, bet, asPlayer('dice'))
    check(play, {
      'a bet is settled': (answer) => answer.status === 200,
      'its seed is revealed': (answer) => String(answer.json('serverSeed')).length === 64,
    })
  })
}
