import type { Mutant } from './mutant.ts'
import { mutantsOf } from './mutant.ts'

const kit = 'libs/service-kit/src'
const login = ['services/auth/test/login', 'services/auth/test/reset']
const codes = ['services/auth/test/(code|signup|reset)']
const rates = ['gateway/test/(rates|edge)', 'libs/service-kit/src/network']
const sessions = ['gateway/test/sessions']
const connections = ['gateway/test/(connections|guards|sockets.test)']

export const edgeMutants: readonly Mutant[] = [
  ...mutantsOf('throttles', 'services/auth/src/credentials.ts', login, [
    ['the right password does not forget the wrong ones', '    await windows.empty(counted.slice(0, 1))\n', ''],
    ['right passwords of strangers count', '    await windows.giveBack(counted.slice(1), noted)\n', ''],
    ['an owner meets the limit of strangers', 'account?.isKnown === true) return [', 'account === null) return ['],
    ['strangers have no limit', '    { key: `${key}:strangers`, ...ofStrangers },\n', ''],
    [
      'all devices of an account count as one',
      '`${key}:${sessions.originOf(meta).device}`, ...ofOne',
      '`${key}:device`, ...ofOne',
    ],
    [
      'one name’s tries close all names from there',
      '`login:${audience}:${secrets.tagOf(name)}`',
      '`login:${audience}`',
    ],
    [
      'tries at the same time are not counted',
      'requireRoom(await windows.waitMs(counted, noted))',
      'await windows.waitMs(counted, noted)',
    ],
  ]),
  ...mutantsOf('throttles', 'services/auth/src/rpc/logins.ts', login, [
    [
      'a session begins although the password was changed meanwhile',
      "    if (!(await holdPassword(transaction, checked.account))) throw wrongCredentials('player')\n",
      '    await holdPassword(transaction, checked.account)\n',
    ],
  ]),
  ...mutantsOf('throttles', 'services/auth/src/windows.ts', login, [
    [
      'one more than the most',
      "local over = redis.call('ZCARD', key) - most",
      "local over = redis.call('ZCARD', key) - most - 1",
    ],
    [
      'old tries are never forgotten',
      "  redis.call('ZREMRANGEBYSCORE', key, '-inf', ARGV[1] - within)\n",
      '',
      'the note that makes room is as far from the newest either way, and an old one makes it at once: they cost memory alone',
    ],
    [
      'a window that is full does not keep the others from noting',
      "if longest > 0 or ARGV[2] == '' then return longest end",
      "if ARGV[2] == '' then return longest end",
    ],
  ]),
  ...mutantsOf('throttles', 'services/auth/src/db/sessions.ts', login, [
    ['a device is known for ever', ' AND created_at > $3\n', ' AND $3::timestamptz IS NOT NULL\n'],
    ['all devices of an account are known', ' ORDER BY created_at DESC LIMIT ${limits.device.logins}))', '))'],
    [
      'who logged in before the password was set is known',
      'AND session.password_version = ${table}.password_version ',
      '',
    ],
    [
      'a device that is known to one is known to all',
      '${personColumn[table]} = ${table}.id AND created_at',
      'created_at',
    ],
  ]),
  ...mutantsOf('throttles', 'services/auth/src/codes.ts', codes, [
    [
      'a code is tried for ever',
      'if ((await windows.waitMs(counted, noted)) > 0) return',
      'if (counted.length === 0) return',
    ],
    ['a code outlives its time', 'nowMs < Number(endsAt)', 'nowMs > 0'],
    ['others replace the code of the owner', "holder.isOwner ? 'owner' : 'others'", "'owner'"],
    ['a right code is good twice', "=== 1 ? 'right' : 'expired'", ">= 0 ? 'right' : 'expired'"],
    [
      'wrong codes of a network have no end',
      '    { key: `otp-wrong-of:${holder.network}`, ...limits.otp.wrongOfNetwork },\n',
      '',
    ],
  ]),
  ...mutantsOf(
    'throttles',
    `${kit}/network.ts`,
    [...rates, ...login],
    [
      ['each IPv6 address counts for itself', 'prefixOf(address, 64)', 'prefixOf(address, 128)'],
      ['who rents a /48 is many', 'prefixOf(address, 48)', 'prefixOf(address, 64)'],
      ['an IPv4 address in IPv6 is another one', 'ipaddr.process(address)', 'ipaddr.parse(address)'],
      ['an address that is none cannot be counted', 'ipaddr.isValid(address) ? ', 'address ? '],
    ],
  ),
  ...mutantsOf(
    'throttles',
    `${kit}/bounded-queue.ts`,
    [`${kit}/bounded-queue`],
    [
      ['an owner takes all places', ' && (this.#runningOf.get(owner) ?? 0) < runningOfOwner', ''],
      ['an owner waits with one too many', 'own.length >= waitingOfOwner', 'own.length > waitingOfOwner'],
      ['all together wait with one too many', 'this.#waiting >= waiting', 'this.#waiting > waiting'],
      [
        'a place of work that failed is lost',
        '    } finally {\n      this.#leave(owner)\n    }',
        '    } finally {\n      // lost\n    }',
      ],
      ['an owner who waits is served first again', '      this.#waitingOf.delete(next)\n', ''],
    ],
  ),
  ...mutantsOf('throttles', 'gateway/src/rates.ts', rates, [
    ['gateways count alone', 'chunk === 0 ? alone : await', 'chunk >= 0 ? alone : await'],
    ['a limit is passed by what is left of a tenth', 'Math.max(0, points - (taken - chunk))', 'chunk'],
    ['without Redis nobody is counted', 'const alone = { granted: points,', 'const alone = { granted: 1e9,'],
    ['a window never ends', "this.#redis.pexpire(name, windowMs, 'NX')", 'Promise.resolve(1)'],
    [
      'players share their rates',
      "return this.#consume(rate, 'player', id)",
      "return this.#consume(rate, 'player', 'all')",
    ],
    ['addresses of one network count apart', 'isBySite ? siteOf(address) : networkOf(address)', 'address'],
  ]),
  ...mutantsOf('sessions', 'gateway/src/sessions.ts', sessions, [
    [
      'the end of a session is not heard',
      'bus.onSignal(sessionsEnded, ({ sessionIds }) => sessionIds.forEach(end), { shared: false })',
      'void end',
    ],
    [
      'an end that is told while Redis is asked is overwritten',
      '    if (this.#holders.get(sessionId) === nobody) return nobody\n',
      '',
    ],
    [
      'what is remembered outlives a bus that was away',
      '      for (const [sessionId, holder] of this.#holders) if (holder !== nobody) this.#holders.delete(sessionId)\n',
      '',
    ],
    [
      'an end is remembered as shortly as a life',
      '    this.#holders.set(sessionId, nobody, endRemembered)\n',
      '    this.#holders.set(sessionId, nobody)\n',
    ],
    ['a session of somebody else is let in', 'return holder === sessionHolder(claims)', 'return holder !== nobody'],
    [
      'nobody can say: let in',
      "      throw new Refusal('unavailable')\n",
      '      return sessionHolder({ sid: sessionId } as never)\n',
    ],
    ['what was asked before the bus broke is remembered', ' && times === this.#times', ''],
    ['activity that was not told is not told again', '      this.#touched.delete(sessionId)\n', ''],
  ]),
  ...mutantsOf('connections', 'gateway/src/realtime/places.ts', connections, [
    ['one more than the most', 'held.size >= this.#most', 'held.size > this.#most'],
    ['a connection has several sockets', 'this.#placed.has(connection) || ', ''],
  ]),
  ...mutantsOf('connections', 'gateway/src/public-server.ts', connections, [
    ['headers may drip', 'Math.min(headersWithinMs * factor, requestWithinMs)', 'requestWithinMs'],
    [
      'an answer waits for its reader for ever',
      '  server.timeout = Math.min(silentForMs * factor, requestWithinMs)\n',
      '',
    ],
  ]),
  ...mutantsOf('connections', 'gateway/src/realtime/handshake.ts', connections, [
    ['bad tokens of sockets do not count', 'return ctx.rates.refuseStranger(address, error)', 'throw error'],
    ['a player has any number of tabs', '!tabs.take(data.claims.sub, socket.conn)', 'tabs === undefined'],
  ]),
  ...mutantsOf('connections', 'gateway/src/realtime/socket-guards.ts', connections, [
    ['who does not read stays', '      if (isFull && conduct.wasFull) conduct.close()\n', ''],
    ['messages are not counted', "      connection.on('packet', () => count('messages', 1))\n", ''],
    ['bytes are not counted', "count('bytes', length)", 'void length'],
    ['a site has any number', 'if (!this.#strangers.take(this.#siteOf(connection), connection)) close()', 'void close'],
    ['a socket with a token still counts as a stranger', ' || this.#known.has(connection)', ''],
    ['the WebSocket of one that began by polls stays', '  webSocket?.terminate()\n', ''],
  ]),
  ...mutantsOf(
    'connections',
    `${kit}/maintenance.ts`,
    ['libs/service-kit/test/maintenance'],
    [
      ['no hearer learns of a change', '      for (const hear of this.#hearers) hear(siteMaintenance)\n', ''],
      [
        'a signal is not heard',
        '    this.#bus.onSignal(maintenanceChanged, () => loop.wake(), { shared: false })\n',
        '',
        'it is asked every two seconds too',
      ],
      [
        'what was told while the bus was away is missed',
        '    this.#bus.onReconnect(() => loop.wake())\n',
        '',
        'it is asked every two seconds too',
      ],
    ],
  ),
]
