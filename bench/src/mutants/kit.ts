import type { Mutant } from './mutant.ts'
import { mutantsOf } from './mutant.ts'

const src = 'libs/service-kit/src'
const bus = ['libs/service-kit/(src/bus/|test/(bus|kit|service))']
const leading = ['libs/service-kit/test/leadership', 'services/wallet/test/(core|crash)']
const tokens = ['libs/service-kit/test/kit']
const facts = ['libs/service-kit/test/facts', 'services/wallet/test/facts']

export const kitMutants: readonly Mutant[] = [
  ...mutantsOf('leadership', `${src}/leadership.ts`, leading, [
    ['the fencing token stays the same', '(SELECT $1::bigint + 1, pid', '(SELECT $1::bigint, pid'],
    ['two begin the next term', 'pg_backend_pid())\n  WHERE term = $1', 'pg_backend_pid())\n  WHERE $1 = $1'],
    ['a session that is silent leads on', 'THEN pg_terminate_backend(session.pid, $2) END', 'THEN $2::bigint < 0 END'],
    [
      'a leader who lives is ended',
      "clock_timestamp() - $1 * interval '1 ms'",
      "clock_timestamp() + $1 * interval '1 ms'",
    ],
    [
      'who has lost the session is not told',
      'AbortSignal.any([this.#stopping.signal, lost.signal])',
      'this.#stopping.signal',
    ],
    ['the work of a term is not ended', '      await end()\n', ''],
    ['who stands by is not ready', '      this.#isLed = leader?.ended === null && leader.pid !== null\n', ''],
    [
      'no beat is sent',
      '      if (!(await isNewestTerm(client, fencingToken))) throw new Error(`Term ${fencingToken} is over`)\n',
      '',
    ],
    ['who stands by looks seldom', 'tryEveryMs = 200', 'tryEveryMs = 8_000'],
    ['a beat comes later than a leader may be silent', 'beatEveryMs = 500', 'beatEveryMs = 4_000'],
    ['a pause leaves a leader certain', 'monotonicMs() - alive.at < silentAfterMs', 'true'],
    [
      'a session of another role leads',
      ' AND usename = current_user',
      '',
      'PostgreSQL does not show when the session of another role began, so that it never fits the row',
    ],
    ['a beat without an answer is no loss', '.catch((error: unknown) => lost.abort(error))', '.catch(() => undefined)'],
    ['a leader whom callers do not reach leads on', 'sentAt - reachedAt >= unreachedAfterMs', 'false'],
    ['who is not reached begins a term', 'leader?.pid === null && this.#options.isReached()', 'leader?.pid === null'],
    ['a leader without the bus is certain', '!lost.signal.aborted && isReached() && ', '!lost.signal.aborted && '],
    ['a first term that fails fails nobody', '        this.#decided.reject(error)\n', ''],
    ['any term is the newest', 'return rows[0]?.term === fencingToken', 'return rows[0] !== undefined'],
  ]),
  ...mutantsOf('tokens', `${src}/tokens.ts`, tokens, [
    ['a remembered token is good for any audience', ' || claims.aud !== audience', ''],
    ['a remembered token never ends', 'claims.exp * 1000 <= this.#clock.now() || ', ''],
    [
      'tokens of a key that is gone stay good',
      'known !== undefined && this.#keys.has(known.kid)',
      'known !== undefined',
    ],
    ['each token of an unknown key asks auth', 'this.#clock.now() - this.#keysAt >= askAtMostEveryMs', 'true'],
    [
      'a new key is never asked for',
      'if (!this.#keys.has(kid) && this.#clock',
      'if (this.#keys.size === 0 && this.#clock',
    ],
    ['any algorithm signs', "algorithms: ['ES256' as const], ", '', 'the library takes only ES256 for a P-256 key'],
    [
      'a role may do anything',
      'claims.role === undefined || !roles.includes(claims.role)',
      'claims.role === undefined',
    ],
    ['the end is the machine’s', ', clockTimestamp: Math.floor(this.#clock.now() / 1000)', ''],
    [
      'a failing auth empties the keys',
      '    const keys = await this.#source()\n',
      '    this.#keys = new Map()\n    const keys = await this.#source()\n',
    ],
  ]),
  ...mutantsOf('bus', `${src}/bus/server.ts`, bus, [
    [
      'answers go wherever they are told to',
      "  if (!inboxes.some((inbox) => message.reply?.startsWith(inbox) === true))\n    throw new Error('A message with calls has no valid reply inbox')\n",
      '',
    ],
    ['an error that is not listed is told', 'isRefusal(error) && listed.includes(error.code)', 'isRefusal(error)'],
    [
      'a drain does not wait for who runs',
      '    if (running.calls > 0) await new Promise<void>((resolve) => running.idle.push(resolve))\n',
      '',
    ],
    ['input is not checked', 'const input = requireInput(operation.input, wire.in)', 'const input = wire.in as never'],
    ['a leader that was paused answers for its successor', '        if (asLeader?.() === false) return\n', ''],
    [
      'a leader shares its calls with the others',
      'asLeader === undefined ? queueOf(serviceOf(subject)) : undefined',
      'queueOf(serviceOf(subject))',
    ],
  ]),
  ...mutantsOf('bus', `${src}/tokens.ts`, bus, [
    [
      'an admin’s role is not looked at',
      "adminOf(await verifier.verify(token, 'admin'), access.admin)",
      "adminOf(await verifier.verify(token, 'admin'), ['owner', 'cashier', 'support', 'auditor'])",
    ],
  ]),
  ...mutantsOf('bus', `${src}/bus/caller.ts`, bus, [
    ['a broken connection leaves calls waiting', '    for (const id of this.#waiting.keys()) this.#fail(id)\n', ''],
    [
      'nobody is there: the call waits for its time',
      'if (message.headers?.code === 503) this.#unheard(frame)\n    else for',
      'for',
    ],
    [
      'a call never gives up',
      'setTimeout(() => this.#fail(id), operation.timeoutMs ?? defaultTimeoutMs)',
      'setTimeout(() => undefined, operation.timeoutMs ?? defaultTimeoutMs)',
    ],
    ['frames have the name of their subject', 'const name = randomUUID()', 'const name = subject'],
    ['any frame answers any call', 'waiting?.frame !== frame', 'waiting === undefined'],
    [
      'an unknown code is passed on',
      "isErrorCode(e.c) ? Refusal.read(e.c, e.m, e.p) : new Refusal('internal')",
      'Refusal.read(e.c as never, e.m, e.p)',
    ],
    [
      'calls that no leader has heard fail at once',
      'ledServices.includes(serviceOf(call.subject))',
      'serviceOf(call.subject) === undefined',
    ],
    ['calls that no leader hears are sent for ever', 'call.madeAt < tooOld', 'call.madeAt < 0'],
    ['there is no end to what waits', ' || this.#waiting.size >= maxWaiting', ''],
  ]),
  ...mutantsOf('bus', `${src}/refusal.ts`, bus, [
    ['a database that is down is a fault of ours', "isDatabaseDown(error) ? 'unavailable' : 'internal'", "'internal'"],
  ]),
  ...mutantsOf('bus', `${src}/bus/frames.ts`, bus, [
    ['a frame takes one more', 'parts.length === maxFrameCalls', 'parts.length > maxFrameCalls'],
    ['a frame has no limit of bytes', ' || frame.bytes + bytes > maxFrameBytes', ''],
  ]),
  ...mutantsOf('bus', `${src}/bus/listen.ts`, bus, [
    [
      'a malformed message ends the subscription',
      "      } catch (error) {\n        log.error({ err: error, subject }, 'dropped a NATS message after an error')\n      }",
      '      } finally {\n        void log\n      }',
    ],
  ]),
  ...mutantsOf('facts', `${src}/facts.ts`, facts, [
    ['facts appear behind a cursor', '!row.is_final || ', ''],
    [
      'the horizon includes what still runs',
      '${xid} < pg_snapshot_xmin',
      '${xid} <= pg_snapshot_xmin',
      'a snapshot does not see the rows of what still runs in it',
    ],
    ['a page begins with the one before', 'isThere ? others : rows', 'rows'],
    ['a place of another time is taken as it is', 'timeOf(told(first)) === parts.at(-1)', 'told(first) !== undefined'],
    ['a large fact is never told', '(facts.length > 0 && chars > maxPageChars)', 'chars > maxPageChars'],
    ['a slow writer is not waited for', 'waiting: isFinal === false', 'waiting: false'],
  ]),
  ...mutantsOf(
    'facts',
    'services/analytics/src/ingest/follow-entries.ts',
    ['services/analytics/test/follow-entries'],
    [
      ['nobody is woken', '  bus.onSignal(readEntries.wake, () => loop.wake(), { shared: true })\n', ''],
      [
        'a log that could not be read is not read again',
        "startLoop('statements', readEveryMs,",
        "startLoop('statements', 3_600_000,",
      ],
    ],
  ),
]
