import type { Mutant } from './mutant.ts'
import { mutantsOf } from './mutant.ts'

const src = 'services/aviator/src'
const domain = [`${src}/domain`]
const played = ['services/aviator/test/(operations|order|room)']

export const aviatorMutants: readonly Mutant[] = [
  ...mutantsOf('aviator', `${src}/domain/round.ts`, domain, [
    ['a round is void though its leader was there at the instant', 'absentSinceMs < dueMs', 'absentSinceMs <= dueMs'],
    ['a round without a leader goes on', "return { kind: wasMissed ? 'void' : kind }", 'return { kind }'],
    [
      'betting and flight last a moment too long',
      "if (nowMs < dueMs) return { kind: 'wait', untilMs: dueMs }\n  const",
      "if (nowMs <= dueMs) return { kind: 'wait', untilMs: dueMs }\n  const",
    ],
    [
      'losses are decided before the last cash-out can arrive',
      'afterwards(round.flight.crashAtMs, settleAfterMs',
      'afterwards(round.flight.crashAtMs, 0',
    ],
    [
      'there is no pause after a crash',
      "afterwards(round.end.atMs, pauseMs, 'open', nowMs)\n    case",
      "afterwards(round.end.atMs, 0, 'open', nowMs)\n    case",
    ],
  ]),
  ...mutantsOf('aviator', `${src}/domain/book.ts`, domain, [
    ['a cash-out at the instant of the crash pays', 'receivedAtMs >= crashAtMs', 'receivedAtMs > crashAtMs'],
    ['a cash-out is decided twice', "if (bet.status !== 'open' || receivedAtMs", 'if (receivedAtMs'],
    ['a stake that is only asked for takes room', '      if (bet.place === null) continue\n', ''],
    ['a round is full when it is just full', '<= capPaise', '< capPaise'],
    [
      'a round is fuller than it may be',
      "    if (!this.#hasRoom(bet.stakePaise, capPaise)) return 'round_full'\n    this.#exp",
      '    this.#exp',
    ],
    ['a closed book takes bets', "    if (this.#isClosed) return 'betting_closed'\n", ''],
    [
      'a bet that was released is accepted',
      "    if (bet?.status !== 'asked') return undefined\n    if",
      '    if (bet === undefined) return undefined\n    if',
    ],
    [
      'a target is reached a moment late',
      'targetHundredths <= reachedHundredths',
      'targetHundredths < reachedHundredths',
    ],
    ['targets above the crash pay', 'Math.min(nowMs, flight.crashAtMs) - ', 'nowMs - '],
    ['the fourth seed counts', 'place <= roundClientSeedsMax', 'place <= roundClientSeedsMax + 1'],
  ]),
  ...mutantsOf('aviator', `${src}/round/rounds.ts`, played, [
    [
      'what a round has become is told before it is stored',
      '    await journal.round(round)\n',
      '    void journal.round(round)\n',
    ],
    [
      'bets that are not accepted in time fly',
      '    releaseAll(this.#ctx, book, book.close())\n    const flight = await this.#flightOf(commitment, book, nowMs)\n    this.#ticks',
      '    const flight = await this.#flightOf(commitment, book, nowMs)\n    this.#ticks',
    ],
  ]),
  ...mutantsOf(
    'aviator',
    `${src}/round/rounds.ts`,
    ['services/aviator/test/paused'],
    [
      [
        'a void round keeps the stakes',
        "    if (phase === 'void') refundAll(this.#ctx, { round: over, book }, book.with('open'))\n",
        '',
      ],
    ],
  ),
  ...mutantsOf('aviator', `${src}/round/place-bet.ts`, played, [
    [
      'bets are taken until the flight is stored',
      ' && ctx.roundClock.now() < current.round.commitment.bettingEndsAtMs',
      '',
    ],
    [
      'a bet is taken for another round',
      'if (!isOpen || current.round.commitment.roundId !== input.roundId)',
      'if (!isOpen)',
    ],
    ['the stake of a bet with an unknown outcome stays taken', '      releaseAll(ctx, book, book.release(bet))\n', ''],
    [
      'a bet that the wallet refused keeps its place',
      '      await ctx.journal.drop(bet)\n      book.drop(bet)\n',
      '      await ctx.journal.drop(bet)\n',
    ],
  ]),
  ...mutantsOf('aviator', `${src}/round/cash-out.ts`, played, [
    [
      'a cash-out is priced by what is said',
      'Math.min(arrivedAtMs, Math.max(earliestMs, input.receivedAt))',
      'Math.max(earliestMs, input.receivedAt)',
    ],
    ['a cash-out counts from as early as is said', 'Math.max(earliestMs, input.receivedAt)', 'input.receivedAt'],
  ]),
  ...mutantsOf('aviator', `${src}/round/ends.ts`, played, [
    ['the wallet is told before it is stored', '  await stored\n', '  void stored\n'],
    ['what the wallet has booked is not written down', '  await journal.bets(ended)\n', ''],
    [
      'what could not be booked is not asked for again',
      "outcome === undefined || outcome.code === 'unavailable'",
      'outcome === undefined',
    ],
    ['all get the outcome of the first', 'const outcome = outcomes[index]', 'const outcome = outcomes[0]'],
    [
      'a call has more bets than the wallet takes',
      'start += maxBetsSettled) {\n    const some = bets.slice(start, start + maxBetsSettled)',
      'start += bets.length) {\n    const some = bets',
    ],
    ['wins are booked as losses', 'payoutPaise: paise(decision?.payoutPaise ?? 0)', 'payoutPaise: paise(0)'],
  ]),
  ...mutantsOf(
    'aviator',
    `${src}/round/open-table.ts`,
    ['services/aviator/test/order'],
    [
      ['a stake that was being taken is forgotten', '  releaseAll(ctx, book, book.releaseAsked())\n', ''],
      ['ends that are decided are forgotten', "  finishAll(ctx, current, book.with('decided'))\n", ''],
      [
        'refunds of a void round are forgotten',
        "  if (round.phase === 'void') refundAll(ctx, current, book.with('open'))\n",
        '',
      ],
      ['rounds before the newest are forgotten', 'await unsettledRounds(ctx.db, newestNumber)', '[] as number[]'],
    ],
  ),
  ...mutantsOf(
    'aviator',
    `${src}/round/open-table.ts`,
    ['services/aviator/test/opening'],
    [
      [
        'take-off waits for a chain of seeds',
        '  await chains.seedsOf(newest?.commitment.roundNumber ?? 1)\n',
        '  void chains\n',
      ],
    ],
  ),
  ...mutantsOf(
    'aviator',
    `${src}/journal.ts`,
    ['services/aviator/test/journal'],
    [['the session of the leader before writes on', 'ends: [name], fencingToken', 'ends: [], fencingToken']],
  ),
  ...mutantsOf(
    'aviator',
    `${src}/chains.ts`,
    ['services/aviator/test/chains'],
    [
      [
        'the chain that follows is made when it is needed',
        'newest.firstRound > roundNumber',
        'newest.firstRound + newest.length > roundNumber',
      ],
      [
        'a chain is played past its end',
        'roundNumber < opened.chain.nextChainAt',
        'roundNumber <= opened.chain.nextChainAt',
      ],
      [
        'a round is played with the seed of the one before',
        'serverSeed: seedAt(seeds, place),',
        'serverSeed: seedAt(seeds, place - 1),',
      ],
    ],
  ),
]
