import type { Mutant } from './mutant.ts'
import { mutantsOf } from './mutant.ts'

const src = 'services/wallet/src'
const rules = [`${src}/domain/`, 'services/wallet/test/rules.property']
const core = ['core', 'lanes', 'dead-line', 'maintenance', 'memory', 'replication']
  .map((name) => `services/wallet/test/${name}`)
  .concat(`${src}/core/`)

export const walletMutants: readonly Mutant[] = [
  ...mutantsOf('wallet rules', `${src}/domain/bets.ts`, rules, [
    [
      'a bet may cost a paisa more than there is',
      'account.balancePaise < stakePaise',
      'account.balancePaise + 1 < stakePaise',
    ],
    [
      'a stake is judged by the activity of an earlier day',
      'activityOn(account.activity, dayOf(nowMs))\n  const refusal',
      'account.activity\n  const refusal',
    ],
    ['funds come before the state of the bet', 'if (recorded.open !== undefined) return ifVoided\n', ''],
    [
      'a settled bet is voided all the same',
      "if (close?.kind === 'settle' || open?.kind === 'play') return 'bet_settled'",
      "if (open?.kind === 'play') return 'bet_settled'",
    ],
    [
      'a void leaves no mark where nothing was reserved',
      "movement('void', {}, { note: command.reason, step: 'open' })",
      "movement('void', {}, { note: command.reason })",
    ],
    ['a refund counts for the day of the void', 'dayOf(recorded.open?.atMs ?? nowMs)', 'dayOf(nowMs)'],
    ['a reserved stake does not count as wagered', "moved.kind === 'settle' ? 0", "moved.kind !== 'play' ? 0"],
  ]),
  ...mutantsOf('wallet rules', `${src}/domain/activity.ts`, rules, [
    ['the day begins at midnight of UTC', 'epochMs + indiaAheadMs', 'epochMs'],
    ['weeks begin on Sunday', '(day + 3) / 7', '(day + 4) / 7'],
    [
      'a clock that is behind empties the day',
      'if (today <= activity.day) return activity',
      'if (today === activity.day) return activity',
    ],
    ['months are those of the clock of the machine', 'date.getUTCFullYear() * 12 + ', ''],
  ]),
  ...mutantsOf('wallet rules', `${src}/domain/bonus.ts`, rules, [
    ['a bet at just the least multiplier does not count', '>= BigInt(stakePaise)', '> BigInt(stakePaise)'],
    ['the bonus is due a paisa later', '>= neededForBonus(account', '> neededForBonus(account'],
    ['a lost bet does not count', 'if (payoutPaise === 0) return true\n', ''],
    [
      'the bonus is released again',
      'if (account.bonusReleased || account.bonusPaise === 0)',
      'if (account.bonusPaise === 0)',
    ],
  ]),
  ...mutantsOf('wallet rules', `${src}/domain/decide.ts`, rules, [
    [
      'a settle that released the bonus answers without it when it is repeated',
      'released ? recorded.bonus : undefined',
      'undefined',
    ],
    [
      'a limit of the site comes before a replay',
      'if (same?.inputHash === inputHash) return',
      'if (refusalOfAmount(command, limits) === undefined && same?.inputHash === inputHash) return',
    ],
    [
      'nothing tells a stake that the site is closed',
      "  if (isClosed === true) return { answer: refused('maintenance') }\n",
      '',
    ],
    [
      'a closed site denies what is booked',
      "  if (same?.inputHash === inputHash) return { answer: answerOf(same, recorded) }\n  if (isClosed === true) return { answer: refused('maintenance') }\n",
      "  if (isClosed === true) return { answer: refused('maintenance') }\n  if (same?.inputHash === inputHash) return { answer: answerOf(same, recorded) }\n",
    ],
    ['the most that a bet may win is refused', 'payoutPaise > limits.payoutPaise', 'payoutPaise >= limits.payoutPaise'],
    ['a reference of another player is taken', 'open.playerId !== command.playerId || ', ''],
    ['a withdrawal is voided as a bet', ' || familyOf[open.kind] !== familyOf[command.kind]', ''],
  ]),
  ...mutantsOf('wallet rules', `${src}/domain/protection.ts`, rules, [
    [
      'a limit is passed by the stake that reaches it',
      'used[type][period] + stakePaise <= limitPaise',
      'used[type][period] + stakePaise < limitPaise',
    ],
    ['a break lasts a moment longer', 'nowMs < protection.timeOutUntilMs', 'nowMs <= protection.timeOutUntilMs'],
    ['losses are not limited', "(['wager', 'loss'] as const).flatMap((type)", "(['wager'] as const).flatMap((type)"],
  ]),
  ...mutantsOf('wallet rules', `${src}/domain/invariants.ts`, rules, [
    ['an entry need not follow the one before', 'entry.sequence === chain.sequence + 1', 'entry.sequence > 0'],
    ['held money may be negative', 'account.openPaise >= 0 && account.heldPaise >= 0', 'account.openPaise >= 0'],
    ['accounts may change without an entry', 'ends.size === changed.size', 'ends.size <= changed.size'],
  ]),
  ...mutantsOf('wallet core', `${src}/core/attempt.ts`, core, [
    [
      'a refusal is given on the word of the memory',
      'if (doubtful.length === 0) return',
      'if (doubtful.length >= 0) return',
    ],
    [
      'a refusal that another one has led to is not looked up',
      'areKnown ? write(attempt, input, again) : attemptFromDatabase(attempt)',
      'areKnown || again ? write(attempt, input, again) : attemptFromDatabase(attempt)',
    ],
    ['what is written is not asserted', '  assertBatch(input, decision)\n', ''],
    [
      'what is booked is not remembered',
      '  memory.booked(numbered)\n',
      '',
      'the next batch reads it again, and every write names the version that it builds on',
    ],
    [
      'accounts are written in any order',
      '.sort((a, b) => a.accountNo - b.accountNo)',
      '',
      'one leader books, and an account is in one of its batches at a time: only a row that is changed by hand could be locked in another order',
    ],
  ]),
  ...mutantsOf('wallet core', `${src}/core/ledger-memory.ts`, core, [
    [
      'a version does not rise in the memory',
      '    for (const account of changed.values()) account.version += 1\n',
      '',
      'the write fails as stale and is tried again on what the database says',
    ],
    [
      'a settle is decided without its reserve',
      "stepOf[command.kind] === 'close' && this.recorded",
      "stepOf[command.kind] === 'bonus' && this.recorded",
      'a settle without its reserve is refused, which is decided again on what the database says, and a void of it takes the key that the reserve has',
    ],
    [
      'a failed batch stays in the memory',
      '      this.accounts.delete(command.playerId)\n',
      '',
      'the next attempt reads the database and remembers that, and a write on what is out of date fails as stale',
    ],
  ]),
  ...mutantsOf('wallet core', `${src}/core/batch-queue.ts`, core, [
    ['a repetition in flight is not marked as one', '{ ...outcome, replayed: true }', 'outcome'],
    ['the queue takes one more than it may', '>= this.#maxQueued', '> this.#maxQueued'],
    [
      'commands of a busy player go into the next batch',
      'batch.length < max && !busy.has(pending.request.command.playerId)',
      'batch.length < max',
    ],
    [
      'a command that waited too long is booked',
      "this.#waiting = kept\n    for (const pending of expired) pending.answer(refused('unavailable'))",
      'this.#waiting = [...kept, ...expired]',
    ],
    [
      'another input waits for the first one’s answer',
      'first?.request.inputHash === request.inputHash',
      'first !== undefined',
    ],
  ]),
  ...mutantsOf(
    'wallet core',
    `${src}/core/lane.ts`,
    [...core, 'services/wallet/test/crash'],
    [
      [
        'a lost connection’s own commit is told as a replay',
        'ours ? { ...outcome, replayed: false } : outcome',
        'outcome',
      ],
      [
        'the next attempt believes the memory',
        'progress.attempts === 1 ? attemptFromMemory(attempt) : attemptFromDatabase(attempt)',
        'attemptFromMemory(attempt)',
      ],
      [
        'a breach on true data is tried again',
        'error instanceof LedgerBreach && progress.attempts > 1',
        'error instanceof LedgerBreach && progress.attempts > 100',
      ],
      ['what was never sent counts as sent', 'if (progress.hadSession) for', 'for'],
      ['a batch that the database does not take fails whole', "if (kind === 'data') return 'halves'\n", ''],
      [
        'a locked account keeps its whole batch waiting',
        '        if (progress.isLocked) batch = await this.#bookFree(batch, booking)\n',
        '',
      ],
      [
        'those who shared a batch with a locked account wait for it',
        '    if (this.#session?.isLost() === false) booking.onAnswered(free)\n',
        '',
      ],
      [
        'a locked account is refused at once',
        "if (kind === 'locked' && performance.now()",
        "if (kind === 'data' && performance.now()",
      ],
      [
        'a lost connection is not tried again',
        "if (performance.now() - progress.startedAt < giveUpAfterMs) return 'again'\n",
        '',
      ],
      [
        'a stale batch is tried once',
        "kind === 'stale' && progress.attempts < maxAttempts",
        "kind === 'stale' && progress.attempts < 1",
      ],
    ],
  ),
  ...mutantsOf(
    'wallet core',
    'libs/service-kit/src/leader-session.ts',
    ['libs/service-kit/test/leader-session', ...core, 'services/wallet/test/crash'],
    [
      ['connections of the former leader stay open', '[ends, endWithinMs]', '[[], endWithinMs]'],
      ['a connection of the former leader may still book', '[ends])).rowCount !== 0', '[ends])).rowCount === -1'],
      [
        'a deposed process opens lanes',
        '  if (!(await isNewestTerm(client, fencingToken))) throw new Deposed(fencingToken)\n',
        '  void fencingToken\n',
      ],
      ['durability is not asked for', '    await requireDurability(client)\n', ''],
      [
        'what they commit at their end is decided on before a standby has it',
        '  await awaitStandbys(client)\n}',
        '}',
        'only a backend that was between its lock and its log at that moment could show it',
      ],
    ],
  ),
  ...mutantsOf('wallet core', 'libs/service-kit/src/leader-session.ts', core, [
    ['sessions of other roles are ended', ' AND usename = current_user', ''],
    ['what no standby has is shown', '  await awaitStandbys(client)\n  await setName', '  await setName'],
  ]),
  ...mutantsOf('wallet core', `${src}/core/wallet-core.ts`, core, [
    ['a lane that hangs holds up everybody', '      this.#late += 1\n', ''],
    [
      'players of a batch are not busy',
      '    for (const { request } of batch) this.#busy.set(request.command.playerId, true)\n',
      '',
      'the row of an account is locked by the batch that writes it, and the write after it fails as stale and is tried again',
    ],
    [
      'what waits is not refused when all stops',
      '    this.#queue.expire(Number.POSITIVE_INFINITY)\n',
      '',
      'the lane that stops takes what waits next, and refuses it',
    ],
    [
      'it closes while a batch is being booked',
      'this.#queue.size === 0 && this.#idle.length === this.#lanes.length',
      'this.#queue.size === 0',
      'a connection that is ended does what was sent on it first',
    ],
  ]),
  ...mutantsOf(
    'wallet core',
    `${src}/rpc/money.ts`,
    ['services/wallet/test/service', 'services/wallet/test/maintenance'],
    [['maintenance is not asked for', 'await ctx.maintenance.isOn(call.meta.requestId)', 'false']],
  ),
  ...mutantsOf('wallet core', `${src}/db/write-batch.ts`, core, [
    [
      'a write overwrites what somebody else has changed',
      'account.version = ${version?.cell}',
      '${version?.cell} IS NOT NULL',
    ],
    [
      'accounts that were not as they are remembered are left out',
      '(SELECT count(*) FROM moved) + (SELECT count(*) FROM housed), ${accountCount} + 1',
      '(SELECT count(*) FROM housed), 1',
    ],
  ]),
]
