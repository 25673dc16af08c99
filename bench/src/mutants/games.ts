import type { Mutant } from './mutant.ts'
import { mutantsOf } from './mutant.ts'

const src = 'libs/game-kit/src'
const kit = ['libs/game-kit/(src|test)']
const games = [
  ...kit,
  'services/dice-slots/test/(failures|races|leading|idempotency|interleavings|versions|play-dice|play-slots|database-guards)',
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
      'attempt.number === 1 && (await orLater(house, attempt, giveSeatBack(house.db, attempt.claim, 1)))',
      'await orLater(house, attempt, giveSeatBack(house.db, attempt.claim))',
    ],
    [
      'a refusal is final without a void',
      "    await house.bus.call(voidBet, { betId, playerId, reason: 'the play was refused' }, { requestId })\n",
      '',
    ],
    [
      'a booked bet is refused because its void was',
      'if (again !== undefined && !isRefusal(again)) return record(house, attempt, again)\n',
      '',
    ],
    [
      'an unconfirmed refusal stands',
      "the play stays claimed')\n      return postpone(house, attempt)",
      "the play stays claimed')\n      return refuse(house, attempt, refusal)",
    ],
    [
      'a lease is not given back',
      '  await orLater(house, attempt, giveLeaseBack(house.db, attempt.claim, attempt.number, house.clock.now()))\n',
      '',
    ],
    [
      'a refusal that the database does not take is forgotten',
      "    log.warn({ err: error, betId: claim.betId, requestId }, 'a seat was not given back')\n    return undefined",
      '    throw error',
    ],
    [
      'a lease is taken before it is known whether the play can be finished',
      '  const first = firstAttempt(house, claim, requestId)\n  if (first === undefined) return undefined\n  const number = await takeLease(house.db, claim, house.clock.now())\n  return number === undefined',
      '  const number = await takeLease(house.db, claim, house.clock.now())\n  const first = firstAttempt(house, claim, requestId)\n  return number === undefined || first === undefined',
    ],
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
      'const finish = inTheWay && (await takeOver(house, inTheWay, request.requestId))',
      "const finish = undefined as { kind: 'settled' | 'unknown' } | undefined",
    ],
    [
      'plays of one player go side by side',
      'return house.turns.run(`${request.game}:${request.playerId}`, async () =>',
      'return Promise.resolve().then(async () =>',
      'seats and keys decide in the database; turns only spare their retries',
    ],
    [
      'maintenance closes nothing',
      "    if (await house.maintenance.isOn(request.requestId)) throw new Refusal('maintenance')\n",
      '',
    ],
    [
      'a turn that comes too late is taken',
      "    if (performance.now() - calledAt > turnWithinMs) throw new Refusal('unavailable')\n",
      '',
    ],
    ["a claim that was not heard of is nobody's", ' || inTheWay.betId === draft?.betId', ''],
    ['only some versions must not pay too much', '.every((rules)', '.some((rules)'],
    [
      'the play of a key is read before its seat',
      `  const seat = await findSeat(house.db, playerId, game.name)
  const play = await findPlayOfKey(house.db, request)
`,
      `  const play = await findPlayOfKey(house.db, request)
  const seat = await findSeat(house.db, playerId, game.name)
`,
    ],
    [
      'Dice and Slots wait for each other',
      '`${request.game}:${request.playerId}`',
      '`${request.playerId}`',
      'it costs time alone',
    ],
    ['a replay is not marked', '      replayed()\n      return met\n', '      return met\n'],
    [
      'wins over the limit of the house are played',
      'rules.topWinPaise(stakePaise, params) <= limits.maxWinPaise',
      'rules.topWinPaise(stakePaise, params) > 0',
    ],
  ]),
  ...mutantsOf('game-kit', `${src}/db/claim.ts`, games, [
    ['a seat is taken that is in use', 'seat.bet_id IS NULL OR ', 'seat.bet_id IS NOT NULL OR seat.bet_id IS NULL OR '],
    ['a key may play while its claim waits', ' AND seat.nonce = found.nonce', ''],
    ['a claim that was not heard of takes a play over', ' AND seat.attempts = 1)', ')'],
    ['a claim that was not heard of is lost', "seat.bet_id = ${cell(3, 'uuid')} AND seat.attempts = 1", 'false'],
    ['a key that has played plays again', 'play.key_hash = ${keyHash(', 'play.bet_id = ${keyHash('],
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
    ['nothing is ever due', 'retry_at <= $1 AND game', "retry_at < $1::timestamptz - interval '1 day' AND game"],
    ['what this release cannot play is due', " AND game || ' ' || version = ANY ($3)", ' AND $3::text[] IS NOT NULL'],
    ['locked seats are waited for', 'FOR UPDATE OF seat SKIP LOCKED', 'FOR UPDATE OF seat'],
  ]),
  ...mutantsOf('game-kit', `${src}/db/record.ts`, games, [
    ['a nonce is used twice', 'nonce = seat.nonce + 1', 'nonce = seat.nonce'],
    ['the record ends whatever is on the seat', " AND was.bet_id = ${cell(3, 'uuid')}", ''],
  ]),
  ...mutantsOf('game-kit', `${src}/db/session.ts`, kit, [
    [
      'the backend of a lost session goes on',
      '    if (lost !== undefined) await client.query(endBackend, [lost.pid, lost.startedAt])\n',
      '',
    ],
  ]),
  ...mutantsOf('game-kit', `${src}/journal.ts`, crashes, [
    [
      'an end is written after the next claims',
      'if (plays.length > 0) queries.push(recordQuery(plays))\n    if (drafts.length > 0) queries.push(claimQuery(drafts, known, leasedUntilMs(clock.now())))',
      'if (drafts.length > 0) queries.push(claimQuery(drafts, known, leasedUntilMs(clock.now())))\n    if (plays.length > 0) queries.push(recordQuery(plays))',
    ],
    [
      'readers do not wait for ends that are on their way',
      "    if ((await Promise.race([ending, tooLate])) === 'too late') throw new Refusal('unavailable')\n",
      '    void tooLate\n',
    ],
    ['readers are not told that an end cannot be written', "=== 'too late') throw", "=== 'never') throw"],
    [
      'a batch that the database does not take fails whole',
      "failure === 'data' && entries.length === 1",
      "failure === 'data'",
    ],
    [
      'a batch that the database does not take is never parted',
      "if (record?.failure === 'data')",
      "if (record?.failure === 'data' && this.#closing)",
    ],
    ['a connection that hangs is waited for', 'query_timeout: this.#lateAfterMs', 'query_timeout: 20_000'],
    [
      'locked seats are tried with the others for ever',
      "if (entriesOf(batch).some(({ failure }) => failure === 'contended'))",
      "if (this.#closing && entriesOf(batch).some(({ failure }) => failure === 'contended'))",
    ],
    ['the end of a play at a locked seat is lost', 'else this.#records.push(...locked)', 'else void locked'],
    [
      'what was lost is not written again',
      "    if (failure === 'lost') {\n",
      "    if (failure === 'lost') {\n      rejectAll(entries, error)\n      batch = { records: [], claims: [] }\n",
    ],
    [
      'what waits at the end is not written',
      'while (this.#writing !== undefined || this.#records.length + this.#claims.length > 0) {',
      'while (this.#writing !== undefined) {',
    ],
    ['a claim waits for ever', 'claim.since < sinceMs', 'claim.since < 0'],
    ['as much waits as comes', 'this.#claims.length + this.#records.length >= maxWaiting', 'maxWaiting === 0'],
    [
      'replicas lock seats in any order',
      '.playerId < seatOf(b.item).playerId ? -1 : 1',
      '.playerId < seatOf(b.item).playerId ? 1 : -1',
    ],
    ['nobody hears that plays have ended', '    if (recorded.size > 0) this.#tellEnded()\n', ''],
    ["an end takes the place of another game's", 'this.#endings.get(playerId), recorded])', 'recorded])'],
    ['the time of a batch has no bound', 'Math.min(lastLateMs, Math.max(firstLateMs, ', '(Math.max(firstLateMs, '],
    ['a record is taken for new when it was there', 'resolve(recorded.delete(item.betId))', 'resolve(true)'],
  ]),
  ...mutantsOf('game-kit', `${src}/sweep.ts`, games, [
    ['what cannot be read is due first for ever', '    await putOff(house.db, claim, house.clock.now())\n', ''],
  ]),
  ...mutantsOf('game-kit', `${src}/seed-seal.ts`, games, [
    ['a seed opens in any seat', '`${playerId}:${game}:${serverSeedHash}`', "'seat'"],
    ['services share their seals', '`${service} server seeds`', "'kismet server seeds'"],
  ]),
  ...mutantsOf('game-kit', `${src}/ended.ts`, games, [
    ['a proof is shown to anybody', 'play?.playerId !== playerId', 'play === undefined'],
    ['a bet under way is not found', "throw new Refusal('not_finished')", "throw new Refusal('not_found')"],
    [
      'a bet that ends between two reads is not found',
      `  const wasUnderWay = await isUnderWay(house.db, playerId, betId)
  const play = await findPlay(house.db, betId)
`,
      `  const play = await findPlay(house.db, betId)
  const wasUnderWay = await isUnderWay(house.db, playerId, betId)
`,
    ],
  ]),
]
