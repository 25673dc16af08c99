import type { Mutant } from './mutant.ts'
import { mutantsOf } from './mutant.ts'

const src = 'libs/game-kit/src'
const kit = ['libs/game-kit/(src|test)']
const games = [
  ...kit,
  'services/dice-slots/test/(failures|races|leading|idempotency|interleavings|versions|play-dice|play-slots|database-guards)',
]
const crashes = [...games, 'services/dice-slots/test/crash']
const lasting = [
  'libs/game-kit/test/lasting',
  'services/mines/test/(play-mines|races|crash|edited-tables|left-to-a-person)',
]

export const gameMutants: readonly Mutant[] = [
  ...mutantsOf('game-kit', `${src}/finish.ts`, games, [
    ['internal counts as a refusal', "  'too_many_requests',\n]", "  'too_many_requests',\n  'internal',\n]"],
    ['unavailable counts as a refusal', "  'too_many_requests',\n]", "  'too_many_requests',\n  'unavailable',\n]"],
    [
      'a refusal of any attempt frees the seat',
      'attempt.number === 1 && (await orLater(house, attempt, giveBack(house, attempt.claim, 1)))',
      'await orLater(house, attempt, giveBack(house, attempt.claim))',
    ],
    [
      'a refusal is final without a void',
      "    await bus.call(voidBet, { betId, playerId, reason: 'the play was refused' }, { requestId })\n",
      '',
    ],
    [
      'a booked bet is refused because its void was',
      'if (again !== undefined && !isRefusal(again)) return attempt.goOn(again)\n',
      '',
    ],
    ['an unconfirmed refusal stands', "if (said !== 'void') return postpone", "if (said === 'booked') return postpone"],
    [
      'a lease is not given back',
      '  await orLater(house, held, giveLeaseBack(house.db, held.claim, held.number, house.clock.now()))\n',
      '',
    ],
    [
      'a refusal that the database does not take is forgotten',
      "    log.warn({ err: error, betId: claim.betId, requestId }, 'failed to free a seat; the sweep retries')\n    return undefined",
      '    throw error',
    ],
    [
      'a lease is taken before it is known whether the play can be finished',
      '  const first = firstAttempt(house, claim, requestId)\n  if (first === undefined) return undefined\n',
      '  await takeLease(house.db, claim, house.clock.now())\n  const first = firstAttempt(house, claim, requestId)\n  if (first === undefined) return undefined\n',
    ],
    ['a conflict of the wallet is told to the player', "isOfVoid ? new Refusal('unavailable') : refusal", 'refusal'],
  ]),
  ...mutantsOf('game-kit', `${src}/begin.ts`, games, [
    ['a key is taken with another input', "  if (ofKey !== undefined) throw new Refusal('idempotency_conflict')\n", ''],
    [
      'a commitment that is used up is played on',
      'serverSeedHash !== undefined && serverSeedHash !== seat.serverSeedHash',
      'false',
    ],
    [
      'a play in the way is not finished',
      'const finish = inTheWay && (await takeOver(house, inTheWay, request.requestId))',
      'const finish = undefined as Finish | undefined',
    ],
    [
      'plays of one player go side by side',
      'return turns.run(`${game.name}:${playerId}`, work)',
      'return work()',
      'seats and keys decide in the database; turns only spare their retries',
    ],
    ['maintenance closes nothing', "  if (await maintenance.isOn(requestId)) return new Refusal('maintenance')\n", ''],
    ["a claim that was not heard of is nobody's", ' || inTheWay.betId === draft?.betId', ''],
    ['only some versions must not pay too much', 'wins.every((winPaise)', 'wins.some((winPaise)'],
    ['a game is begun beside one that lasts', "throw new Refusal('game_active')", 'continue'],
    [
      'the play of a key is read before its seat',
      `  const seat = await findSeat(house.db, playerId, game.name)
  const play = await findPlayOfKey(house.db, request)
`,
      `  const play = await findPlayOfKey(house.db, request)
  const seat = await findSeat(house.db, playerId, game.name)
`,
    ],
    ['Dice and Slots wait for each other', '`${game.name}:${playerId}`', '`${playerId}`', 'it costs time alone'],
    ['a replay is not marked', '      replayed()\n      return met\n', '      return met\n'],
    ['wins over the limit of the house are played', 'winPaise <= limits.maxWinPaise', 'winPaise > 0'],
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
      "coalesce(nullif(${cell(13, 'bytea')}, ${cell(13, 'bytea')}), found.server_seed_hash)",
    ],
    [
      'maths that this release does not know is claimed',
      "found.game || ' ' || found.version = ANY ($14::text[])",
      '$14::text[] IS NOT NULL',
    ],
  ]),
  ...mutantsOf('game-kit', `${src}/db/seats.ts`, crashes, [
    [
      'a lease is taken while another one asks',
      '(leased_until <= $4 OR leased_until > $6)',
      '(leased_until <= $4 OR leased_until > $4 OR leased_until > $6)',
    ],
    [
      'a seat is freed although another attempt was made',
      'attempts = coalesce($5, attempts)`',
      'coalesce($5, attempts) > 0`',
    ],
    ['a lease is given back although somebody else has it', '${ofClaim} AND attempts = $4`', '${ofClaim} AND $4 > 0`'],
    ['nothing is ever due', '(retry_at <= $1 OR', "(retry_at < $1::timestamptz - interval '1 day' OR"],
    ['what this release cannot play is due', " AND game || ' ' || version = ANY ($3)", ' AND $3::text[] IS NOT NULL'],
    ['locked seats are waited for', 'FOR UPDATE OF seat SKIP LOCKED', 'FOR UPDATE OF seat'],
  ]),
  ...mutantsOf('game-kit', `${src}/db/record.ts`, games, [
    ['a nonce is used twice', 'nonce = seat.nonce + 1', 'nonce = seat.nonce'],
    ['the record ends whatever is on the seat', "was.bet_id = ${cell(3, 'uuid')}", "${cell(3, 'uuid')} IS NOT NULL"],
  ]),
  ...mutantsOf('game-kit', `${src}/db/session.ts`, kit, [
    ['the backend of a lost session goes on', '    await endSessions(client, [name], 0)\n', ''],
  ]),
  ...mutantsOf('game-kit', `${src}/journal.ts`, crashes, [
    [
      'an end is written after the next claims',
      "queries : [{ text: 'BEGIN' }, ...queries, { text: 'COMMIT' }]",
      "queries : [{ text: 'BEGIN' }, ...queries.toReversed(), { text: 'COMMIT' }]",
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
    ['a connection that hangs is waited for', 'query_timeout: this.#lateAfterMs', 'query_timeout: 20_000'],
    [
      'locked seats are tried with the others for ever',
      "if (entriesOf(batch).some(({ failure }) => failure === 'contended'))",
      "if (this.#closing && entriesOf(batch).some(({ failure }) => failure === 'contended'))",
    ],
    ['the end of a play at a locked seat is lost', 'else this.#waiting.records.push(...locked)', 'else void locked'],
    [
      'what was lost is not written again',
      "    if (failure === 'lost') {\n",
      "    if (failure === 'lost') {\n      rejectAll(entries, error)\n      batch = { records: [], moves: [], claims: [] }\n",
    ],
    [
      'what waits at the end is not written',
      'while (this.#writing !== undefined || this.#waiting.count > 0) {',
      'while (this.#writing !== undefined) {',
    ],
    ['as much waits as comes', 'this.#waiting.count >= maxWaiting', 'maxWaiting === 0'],
    ['nobody hears that plays have ended', '    if (recorded.size > 0) this.#tellEnded()\n', ''],
    ["an end takes the place of another game's", 'this.#endings.get(playerId), recorded])', 'recorded])'],
    ['the time of a batch has no bound', 'Math.min(lastLateMs, Math.max(firstLateMs, ', '(Math.max(firstLateMs, '],
    ['a record is taken for new when it was there', 'resolve(recorded.delete(item.betId))', 'resolve(true)'],
  ]),
  ...mutantsOf('game-kit', `${src}/journal-batch.ts`, crashes, [
    [
      'a batch that the database does not take is never parted',
      "first?.failure === 'data'",
      "first?.failure === 'contended'",
    ],
    ['a claim waits for ever', 'entry.since < sinceMs', 'entry.since < 0'],
    [
      'replicas lock seats in any order',
      '.playerId < seatOf(b.item).playerId ? -1 : 1',
      '.playerId < seatOf(b.item).playerId ? 1 : -1',
    ],
    ['two moves of a play are one statement', 'return [...first]', 'return taken'],
  ]),
  ...mutantsOf('games that last', `${src}/finish.ts`, lasting, [
    ['an opened game of another mark is given back', 'await wasOpened(house, claim)) throw', 'claim.turn < 0) throw'],
    ['what stands among the ended ones was never opened', ' ?? (await findPlay(db, betId))', ''],
  ]),
  ...mutantsOf('games that last', `${src}/db/lasting.ts`, lasting, [
    ['a step is written whatever came before it', 'lasting_play.moves = excluded.moves - 1 AND ', ''],
    [
      'a step that ends nothing is written whatever came before it',
      "lasting_play.moves = ${cell(2, 'integer')} - 1 AND ",
      '',
    ],
    ['a play that has ended goes on', ' AND lasting_play.ending IS NULL\n  RETURNING', '\n  RETURNING'],
    ['a play that has ended ends again', ' AND lasting_play.ending IS NULL\n    RETURNING', '\n    RETURNING'],
    ['a step is written without its seat', ' AND found.bet_id = batch.bet_id', ''],
    [
      'an ending leases no seat',
      "seat === 'leased' ? leasedUntilMs(atMs) : (seat?.idleAtMs ?? 0)",
      'seat?.idleAtMs ?? 0',
    ],
  ]),
  ...mutantsOf('games that last', `${src}/lasting.ts`, lasting, [
    ['a step that was taken is taken again', 'if (place >= 0) return', 'if (place > 99) return'],
    [
      'a key opens another tile',
      "if (steps.some((taken) => taken.key === key)) throw new Refusal('idempotency_conflict')\n",
      '',
    ],
    [
      "another player's play is played",
      "      if (play.playerId !== call.player.id) throw new Refusal('not_found', game.texts.notOwned)\n",
      '',
    ],
    [
      'a step after the end counts',
      "if (play.ending !== null || !isHeld(play)) throw new Refusal('game_not_active')",
      "if (!isHeld(play)) throw new Refusal('game_not_active')",
    ],
    ['a play is idle at once', 'nowMs - play.movedAtMs < game.idleMs', 'nowMs < play.movedAtMs'],
    ['an idle play is ended with what its last step has brought', "endBy('idleness', rules", "endBy('step', rules"],
    ['any key has cashed out', "ending?.by === 'player' && ending.key === key", "ending?.by === 'player'"],
    ['a first reveal shows the end', "ending?.by === 'step' && place + 1 === steps.length", "ending?.by === 'step'"],
  ]),
  ...mutantsOf('games that last', `${src}/end.ts`, lasting, [
    [
      'what the wallet has not settled is recorded',
      '    return leave(house, play, number)\n  }\n  const serverSeed',
      '    booked = { balancePaise: paise(0), balanceSeq: 0, bonusReleased: false, replayed: false }\n  }\n  const serverSeed',
    ],
    [
      'a stored end is believed',
      '!isDeepStrictEqual(ending, { ...decided, key: ending.key })',
      'ending.payoutPaise < 0',
    ],
  ]),
  ...mutantsOf(
    'mines',
    'services/mines/src/auto/play-next.ts',
    ['services/mines/test/auto'],
    [
      ['a run plays without a pause', 'if (!isAdmitted) return', 'if (isAdmitted === undefined) return'],
      [
        'a key plays again',
        '  if (known !== undefined) {',
        '  if (known !== undefined && call.meta.requestId === known.betId) {',
      ],
      ['a failure leaves the run as it was', "status: 'error', stoppedAtMs: house.clock.now() }", 'continuedAtMs: 0 }'],
    ],
  ),
  ...mutantsOf('game-kit', `${src}/sweep.ts`, games, [
    ['what cannot be read is due first for ever', '    await putOff(house.db, key, house.clock.now())\n', ''],
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
