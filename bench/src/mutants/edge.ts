import type { Mutant } from './mutant.ts'
import { mutantsOf } from './mutant.ts'

const kit = 'libs/service-kit/src'
const login = ['services/auth/test/login', 'services/auth/test/reset']
const rates = ['gateway/test/(rates|edge)', 'libs/service-kit/src/network']
const sessions = ['gateway/test/sessions']

export const edgeMutants: readonly Mutant[] = [
  ...mutantsOf('throttles', 'services/auth/src/credentials.ts', login, [
    ['the right password does not forget the wrong ones', '    await windows.empty(counted.slice(0, 1))\n', ''],
    ['right passwords of strangers count', '    await windows.giveBack(counted.slice(1), name)\n', ''],
    ['an owner meets the limit of strangers', 'slice(0, account?.isKnown === true ? 1 : 2)', 'slice(0, 2)'],
    ['strangers have no limit', 'slice(0, account?.isKnown === true ? 1 : 2)', 'slice(0, 1)'],
    [
      'one name’s tries close all names from there',
      '`login:${tried.audience}:${ctx.secrets.accountTag(tried.name)}`',
      '`login:${tried.audience}`',
    ],
    ['tries at the same time are not counted', '    requireRoom(ctx, tried, waitMs)\n', ''],
    [
      'a session begins although the password was changed meanwhile',
      '    if (!(await holdPassword(transaction, audience, account))) return undefined\n',
      '',
    ],
  ]),
  ...mutantsOf('throttles', 'services/auth/src/redis/windows.ts', login, [
    [
      'one more than the most',
      "local over = redis.call('ZCARD', key) - most",
      "local over = redis.call('ZCARD', key) - most - 1",
    ],
    ['old tries are never forgotten', "  redis.call('ZREMRANGEBYSCORE', key, '-inf', ARGV[1] - within)\n", ''],
    [
      'a window that is full does not keep the others from noting',
      "if longest > 0 or ARGV[2] == '' then return longest end",
      "if ARGV[2] == '' then return longest end",
    ],
  ]),
  ...mutantsOf(
    'throttles',
    `${kit}/network.ts`,
    [...rates, ...login],
    [
      ['each IPv6 address counts for itself', 'const groupsOfOneCustomer = 4', 'const groupsOfOneCustomer = 8'],
      ['an IPv4 address in IPv6 is another one', 'ipaddr.process(address)', 'ipaddr.parse(address)'],
      [
        'an address that is none cannot be counted',
        'address === undefined || !ipaddr.isValid(address)',
        'address === undefined',
      ],
    ],
  ),
  ...mutantsOf(
    'throttles',
    `${kit}/gate.ts`,
    [`${kit}/gate`],
    [
      ['an owner takes all places', 'concurrency: this.#limits.runningOfOwner', 'concurrency: this.#limits.running'],
      [
        'an owner waits with one too many',
        'queue.size >= this.#limits.waitingOfOwner',
        'queue.size > this.#limits.waitingOfOwner',
      ],
      ['all together wait with one too many', 'pending >= this.#limits.waiting)', 'pending > this.#limits.waiting)'],
      [
        'a place of work that failed is lost',
        '    } finally {\n      this.#inside -= 1\n    }',
        '    } finally {\n      // lost\n    }',
      ],
      ['who finds a place is refused when many wait', 'this.#mustWait(queue) && ', ''],
      [
        'owners are kept for ever',
        "    queue.addEventListener('idle', () => this.#owners.delete(owner))\n",
        '',
        'it costs memory alone',
      ],
    ],
  ),
  ...mutantsOf('throttles', 'gateway/src/rates.ts', rates, [
    ['gateways count alone', '!inMemory.includes(rate as Rate)', 'false'],
    ['a limit is passed by what is left of a tenth', 'Math.max(0, points - (taken - chunk))', 'chunk'],
    ['without Redis nobody is counted', 'const alone = { granted: points,', 'const alone = { granted: 1e9,'],
    ['a window never ends', "this.#redis.pexpire(name, windowMs, 'NX')", 'Promise.resolve(1)'],
    [
      'players share their rates',
      "return this.#consume(rate, 'player', id)",
      "return this.#consume(rate, 'player', 'all')",
    ],
    [
      'addresses of one network count apart',
      "return this.#consume(rate, 'address', networkOf(address))",
      "return this.#consume(rate, 'address', address)",
    ],
  ]),
  ...mutantsOf('sessions', 'gateway/src/sessions.ts', sessions, [
    [
      'the end of a session is not heard',
      'bus.onSignal(sessionsEnded, ({ sessionIds }) => sessionIds.forEach(end), { shared: false })',
      'void end',
    ],
    [
      'an end that is told while Redis is asked is overwritten',
      'const known = this.#holders.get(sessionId) ?? holder',
      'const known = holder',
    ],
    ['what is remembered outlives a bus that was away', '      this.#holders.clear()\n', ''],
    ['a session of somebody else is let in', 'return holder === sessionHolder(claims)', 'return holder !== nobody'],
    [
      'nobody can say: let in',
      "      throw new Refusal('unavailable')\n",
      '      return sessionHolder({ sid: sessionId } as never)\n',
    ],
    ['what was asked before the bus broke is remembered', ' && times === this.#times', ''],
    ['activity that was not told is not told again', '      this.#touched.delete(sessionId)\n', ''],
  ]),
]
