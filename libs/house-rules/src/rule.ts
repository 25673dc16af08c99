import type { Repository } from './repository.ts'
import type { Wires } from './wires.ts'

/** One place where a rule is broken, with what to do about it. */
export interface Breach {
  readonly file: string
  readonly line?: number
  /** What is wrong. An exception names (a part of) this text. */
  readonly problem: string
}

export interface Rule {
  readonly name: string
  /** One sentence that a reader can follow. */
  readonly says: string
  readonly check: (repository: Repository, wires: Wires) => Breach[]
}

/** Why one breach is right. */
export interface Exception {
  readonly rule: string
  readonly file: string
  /** A part of the problem's text; absent: every breach of the rule in that file. */
  readonly problem?: string
  readonly reason: string
}

/** A breach as a line of a failure message, in the form in which editors open files. */
export function describeBreach({ file, line, problem }: Breach): string {
  return line === undefined ? `${file}: ${problem}` : `${file}:${line}: ${problem}`
}

function covers(exception: Exception, rule: Rule, breach: Breach): boolean {
  if (exception.rule !== rule.name || exception.file !== breach.file) return false
  return exception.problem === undefined || breach.problem.includes(exception.problem)
}

export interface Verdict {
  /** Breaches that no exception covers. */
  readonly breaches: readonly Breach[]
  /** Exceptions of this rule that no longer cover a breach. */
  readonly stale: readonly Exception[]
}

export function judge(rule: Rule, repository: Repository, wires: Wires, exceptions: readonly Exception[]): Verdict {
  const found = rule.check(repository, wires)
  return {
    breaches: found.filter((breach) => !exceptions.some((exception) => covers(exception, rule, breach))),
    stale: exceptions.filter(
      (exception) => exception.rule === rule.name && !found.some((breach) => covers(exception, rule, breach)),
    ),
  }
}
