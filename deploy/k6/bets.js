// Bets of Dice by many players, each with the pace of somebody in a hurry.
import { check, sleep } from 'k6'
import http from 'k6/http'
import { asPlayer, routes, tokens, url } from './casino.js'

const most = tokens.length

export const options = {
  scenarios: {
    bets: {
      executor: 'ramping-vus',
      stages: [
        { duration: '10s', target: most },
        { duration: '20s', target: most },
        { duration: '5s', target: 0 },
      ],
    },
  },
  thresholds: {
    checks: ['rate>0.999'],
    http_req_failed: ['rate<0.001'],
    'http_req_duration{name:dice}': ['p(95)<250', 'p(99)<1000'],
  },
}

const bet = JSON.stringify({ betAmount: 100, rollOver: 50.5 })

export default function play() {
  const answer = http.post(`${url}${routes.dice}`, bet, asPlayer('dice'))
  check(answer, { 'the bet is settled': ({ status }) => status === 200 })
  sleep(0.2)
}
