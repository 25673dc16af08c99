import type { Mutant } from './mutant.ts'
import { mutantsOf } from './mutant.ts'

const src = 'libs/game-kit/src'
const instant = ['services/dice-slots/test/(failures|races|leading|idempotency|versions|play-dice|play-slots|secrets)']
const lasting = ['services/mines/test/(play-mines|races|crash|replay|steps)']

export const gameMutants: readonly Mutant[] = [
  ...mutantsOf('game-kit', `${src}/place-bet.ts`, instant, [
    ['internal counts as a refusal', "  'too_many_requests',\n]", "  'too_many_requests',\n  'internal',\n]"],
    ['unavailable counts as a refusal', "  'too_many_requests',\n]", "  'too_many_requests',\n  'unavailable',\n]"],
    [
      'a key is taken with another input',
      "  if (known.keyed !== undefined) throw new Refusal('idempotency_conflict')\n",
      '',
    ],
    ['a key that may be used is taken', "  if (!known.isComplete) throw new Refusal('unavailable')\n", ''],
    ['a used commitment is played', "        throw new Refusal('commitment_changed')\n", ''],
    [
      'a commitment that another replica has published is refused',
      '        if (await learnNext(ctx, { game, playerId }, known.nonce, call.meta.requestId)) continue\n',
      '',
    ],
    ['a conflict is answered', "      if (outcome === 'conflict') continue\n", ''],
    ['a conflict teaches nothing', '      ctx.recent.remember(bet)\n', ''],
    ['maintenance closes nothing', "      if (isClosed) throw new Refusal('maintenance')\n", ''],
    ['wins over the limit are played', 'winPaise > limits.maxWinPaise', 'winPaise < 0'],
    ['only some versions must not pay too much', 'wins.some((winPaise)', 'wins.every((winPaise)'],
    ['a replay is not marked', '        call.replayed()\n        return known.keyed\n', '        return known.keyed\n'],
    [
      'the salt of this nonce is used again',
      'next: ctx.seeds.newSource(versionOf(ctx, game.name))',
      'next: basis.next',
    ],
  ]),
  ...mutantsOf('game-kit', `${src}/known-bets.ts`, instant, [
    ['a gap in the memory is not seen', 'newer.length === nonce - storedNonce', 'newer.length >= 0'],
    ['a revealed commitment is published after a restore', 'atMs >= restore.atMs', 'restore.atMs > 0'],
    ['a commitment may be behind', 'return bet !== undefined\n', 'return false\n'],
  ]),
  ...mutantsOf('game-kit', `${src}/read-bets.ts`, instant, [
    ['one bad entry stops the reader', '      ctx.unread.inc({ game: fact.game })\n', '      throw error\n'],
    ['a lost cursor is read on', '    await startAgain(ctx, page.keptFrom)\n', ''],
  ]),
  ...mutantsOf('game-kit', `${src}/seeds.ts`, instant, [
    ['players share their seeds', '|${game}|${playerId}|${nonce}|${salt}', '|${game}|${nonce}|${salt}'],
  ]),
  ...mutantsOf('game-kit', 'libs/service-kit/src/epoch-secrets.ts', instant, [
    ['a missing secret is not noticed', 'if (!secrets.epochs.includes(epoch)) throw', "if (epoch === '') throw"],
  ]),
  ...mutantsOf('game-kit', `${src}/recorded-bet.ts`, lasting, [
    ['a payout is not checked', 'if (settlement?.payoutPaise !== payoutPaise)', 'if (settlement === undefined)'],
    [
      'an idle game loses its stake',
      "  if (by === 'idleness') return { ...rules.refundOf(course), isRefund: true }\n",
      '',
    ],
  ]),
  ...mutantsOf('games that last', `${src}/lasting.ts`, lasting, [
    ['a taken step is taken again', 'if (place >= 0) return place + 1', 'if (place > 99) return place + 1'],
    [
      'a key opens another tile',
      "      if (taken.some((one) => one.key === key)) throw new Refusal('idempotency_conflict')\n",
      '',
    ],
    [
      'a game of another player is played',
      "  if (bet.playerId !== playerId) throw new Refusal('not_found', game.texts.notOwned)\n",
      '',
    ],
    [
      'a step after the end counts',
      'if (isSettled(bet) || steps.at(-1)?.ends === true || restored',
      'if (isSettled(bet) || restored',
    ],
    [
      'any key has cashed out',
      "taken.at(-1)?.by === 'player' && taken.at(-1)?.key === key",
      "taken.at(-1)?.by === 'player'",
    ],
    ['a game is idle at once', 'const goesOn = idleAtMs > nowMs', 'const goesOn = idleAtMs < 0'],
  ]),
  ...mutantsOf('games that last', `${src}/db/steps.ts`, lasting, [
    [
      'a used number of an end is an error',
      '      ON CONFLICT DO NOTHING RETURNING bet_id\n',
      '      RETURNING bet_id\n',
    ],
    ['a used number of a step is an error', 'ON CONFLICT DO NOTHING RETURNING bet_id AS', 'RETURNING bet_id AS'],
    ['the steps of another game are read', 'AS asked (bet_id, i) ORDER BY i`', 'AS asked (bet_id, i) ORDER BY i DESC`'],
    ['a new step of another game counts', 'isNew.has(`${betId} ${stepNo}`)', 'isNew.size > 0'],
  ]),
  ...mutantsOf(
    'mines',
    'services/mines/src/auto/play-next.ts',
    ['services/mines/test/auto'],
    [
      ['a run plays without a pause', 'if (!goesOn || waitMs !== 0) {', 'if (!goesOn || waitMs === undefined) {'],
      [
        'a failure leaves the run as it was',
        "    if (!passing.includes(code)) await endRun(ctx.db, admitted.runId, 'error', null, ctx.clock.now())\n",
        '',
      ],
    ],
  ),
  ...mutantsOf('game-kit', `${src}/own-bets.ts`, instant, [
    ['a proof is shown to anybody', 'bet?.playerId !== playerId', 'bet === undefined'],
    ['a game in progress is not found', "throw new Refusal('not_finished')", "throw new Refusal('not_found')"],
  ]),
]
