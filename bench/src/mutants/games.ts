import type { Mutant } from './mutant.ts'
import { mutantsOf } from './mutant.ts'

const src = 'libs/game-kit/src'
const games = [
  'services/dice-slots/test/(failures|idempotency|interleavings|versions|play-dice|play-slots|database-guards)',
  `${src}/`,
]
const crashes = [...games, 'services/dice-slots/test/crash']

export const gameMutants: readonly Mutant[] = [
  ...mutantsOf('game-kit', `${src}/finish.ts`, games, [
    [
      'internal counts as a refusal',
      "'invalid_request', 'too_many_requests']",
      "'invalid_request', 'too_many_requests', 'internal']",
    ],
    [
      'unavailable counts as a refusal',
      "'invalid_request', 'too_many_requests']",
      "'invalid_request', 'too_many_requests', 'unavailable']",
    ],
    [
      'a refusal of any attempt frees the seat',
      'number === 1 && (await giveSeatBack(house.db, claim, number))',
      '(await giveSeatBack(house.db, claim))',
    ],
    [
      'a refusal is final without a void',
      '    await house.bus.call(voidBet, { betId, playerId, reason: voidReason }, { requestId })\n',
      '',
    ],
    [
      'a booked bet is refused because its void was',
      "if (again.kind === 'booked') return record(house, attempt, again.booked)\n",
      '',
    ],
    [
      'an unconfirmed refusal stands',
      "the play stays claimed')\n      return postpone(house, attempt)",
      "the play stays claimed')\n      return refuse(house, attempt, refusal)",
    ],
    ['a lease is not given back', '  await giveLeaseBack(db, claim, number, clock.now())\n', ''],
    [
      'a conflict of the wallet is told to the player',
      "refusal.code === 'idempotency_conflict' ? new Refusal('unavailable') : refusal",
      'refusal',
    ],
  ]),
  ...mutantsOf('game-kit', `${src}/instant.ts`, games, [
    [
      'a key is taken with another input',
      "  if (known.inputHash !== inputHash) throw new Refusal('idempotency_conflict')\n",
      '',
    ],
    [
      'a commitment that is used up is played on',
      'serverSeedHash !== undefined && serverSeedHash !== seat.serverSeedHash',
      'false',
    ],
    [
      'a play in the way is not finished',
      'const finish = await resume(house, inTheWay, request.requestId)',
      'const finish = undefined as Finish | undefined',
    ],
    [
      'plays of one player go side by side',
      'return house.turns.run(`${request.game}:${request.playerId}`, () =>',
      'return Promise.resolve().then(() =>',
      'seats and keys decide in the database; turns only spare their retries',
    ],
    [
      'Dice and Slots wait for each other',
      '`${request.game}:${request.playerId}`',
      '`${request.playerId}`',
      'it costs time alone',
    ],
    ['a replay is not marked', '      replayed()\n', ''],
    [
      'wins over the limit of the house are played',
      'rules.topWinPaise(stakePaise, params) <= limits.maxWinPaise',
      'rules.topWinPaise(stakePaise, params) > 0',
    ],
  ]),
  ...mutantsOf('game-kit', `${src}/db/claim.ts`, games, [
    ['a seat is taken that is in use', ' AND seat.bet_id IS NULL', ''],
    ['a key that has played plays again', "play.idempotency_key = ${cell(4, 'text')}", "play.idempotency_key = ''"],
    [
      'a claim may name any commitment',
      "coalesce(${cell(13, 'bytea')}, found.server_seed_hash)",
      'found.server_seed_hash',
    ],
    [
      'maths that this release does not know is claimed',
      "found.game || ' ' || found.version = ANY ($14::text[])",
      "found.game <> ''",
    ],
  ]),
  ...mutantsOf('game-kit', `${src}/db/seats.ts`, crashes, [
    [
      'a lease is taken while another one asks',
      ' AND leased_until <= $4 RETURNING',
      ' AND leased_until <= leased_until RETURNING',
    ],
    ['a seat is freed although another attempt was made', 'AND attempts = coalesce($4, attempts)`', '`'],
    ['a lease is given back although somebody else has it', '${ofClaim} AND attempts = $4`', '${ofClaim} AND $4 > 0`'],
    ['nothing is ever due', 'retry_at <= $1 ORDER BY', "retry_at < $1::timestamptz - interval '1 day' ORDER BY"],
  ]),
  ...mutantsOf('game-kit', `${src}/db/record.ts`, games, [
    ['a nonce is used twice', 'nonce = seat.nonce + 1', 'nonce = seat.nonce'],
    ['the record ends whatever is on the seat', " AND was.bet_id = ${cell(3, 'uuid')}", ''],
  ]),
  ...mutantsOf('game-kit', `${src}/journal.ts`, crashes, [
    [
      'an end is written after the next claims',
      'if (plays.length > 0) queries.push(recordQuery(plays))\n    if (drafts.length > 0) queries.push(claimQuery(drafts, known, leasedUntilMs(clock.now())))',
      'if (drafts.length > 0) queries.push(claimQuery(drafts, known, leasedUntilMs(clock.now())))\n    if (plays.length > 0) queries.push(recordQuery(plays))',
    ],
    ['readers do not wait for ends that are on their way', '    await ending\n', ''],
    [
      'a batch that the database does not take fails whole',
      "if (failure === 'data') return this.#commitParts(left, error)",
      "if (failure === 'data') {\n          for (const { reject } of [...left.records, ...left.claims]) reject(error)\n          return\n        }",
    ],
    [
      'what was lost is not written again',
      "        if (failure === 'lost') await this.#dropSession()\n",
      '        for (const { reject } of [...left.records, ...left.claims]) reject(error)\n        return\n',
    ],
    [
      'what waits at the end is not written',
      'while (this.#records.length + this.#claims.length > 0)\n    await',
      'while (false)\n    await',
    ],
    ['nobody hears that plays have ended', '    if (recorded.size > 0) onEnded()\n', ''],
    ['a record is taken for new when it was there', 'resolve(recorded.has(item.betId))', 'resolve(true)'],
  ]),
  ...mutantsOf('game-kit', `${src}/turns.ts`, games, [
    ['a line takes one more', 'line.waiting >= this.#limits.maxWaiting', 'line.waiting > this.#limits.maxWaiting'],
    [
      'a turn that comes too late is taken',
      "      if (this.#clock.now() > giveUpAt) throw new Refusal('unavailable')\n",
      '',
    ],
    ['who fails ends the line', 'line.last = turn.catch(() => undefined)', 'line.last = turn'],
  ]),
  ...mutantsOf('game-kit', `${src}/seed-seal.ts`, games, [
    ['a seed opens in any seat', '`${playerId}:${game}:${serverSeedHash}`', "'seat'"],
    ['services share their seals', '`kismet ${service} server seeds`', "'kismet server seeds'"],
  ]),
  ...mutantsOf('game-kit', `${src}/ended.ts`, games, [
    ['a proof is shown to anybody', 'play?.playerId !== playerId', 'play === undefined'],
    ['a bet under way is not found', "throw new Refusal('not_finished')", "throw new Refusal('not_found')"],
  ]),
]
