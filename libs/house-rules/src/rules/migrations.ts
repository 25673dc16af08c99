import type { Breach, Rule } from '../rule.ts'

/** Statements that can break the code of the previous release. Statements about a table of the same file are allowed. */
const narrowing: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['drops', /\bDROP (?:TABLE|COLUMN|INDEX|CONSTRAINT|TRIGGER|FUNCTION|VIEW|TYPE|DEFAULT|SCHEMA)\b/i],
  ['renames', /\bRENAME\b/i],
  ['changes a type', /\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i],
  ['forbids NULL', /\bSET NOT NULL\b/i],
  [
    'adds a column that has to be filled',
    /\bADD (?:COLUMN )?(?!CONSTRAINT)\w+ (?:(?!\bDEFAULT\b|\bGENERATED\b|,).)*\bNOT NULL\b(?!.*\b(?:DEFAULT|GENERATED)\b)/i,
  ],
  ['adds a constraint', /\bADD (?:CONSTRAINT\b|CHECK\b|UNIQUE\b|FOREIGN\b|EXCLUDE\b|PRIMARY\b)/i],
  ['adds a unique index', /^CREATE UNIQUE INDEX\b/i],
  ['adds a trigger', /^CREATE (?:CONSTRAINT )?TRIGGER\b/i],
  ['changes a function', /\bOR REPLACE\b/i],
  ['takes a right away', /^REVOKE\b/i],
  ['takes rows away', /^(?:TRUNCATE|DELETE)\b/i],
]

/** The statements of a migration, one to a line, without comments, texts and function bodies. */
function statementsOf(sql: string): string[] {
  const bare = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
  return bare
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}

/** The table of a statement. */
function tableOf(statement: string): string {
  return (
    /^(?:ALTER TABLE(?: IF EXISTS)?(?: ONLY)? |TRUNCATE (?:TABLE )?|DELETE FROM )(\w+)/i.exec(statement)?.[1] ??
    /\bON (\w+)/i.exec(statement)?.[1] ??
    'one that it does not name'
  )
}

function breachesIn(sql: string): string[] {
  if (/^-- (?:expand|contract|standstill): \S/m.test(sql)) return []
  const statements = statementsOf(sql)
  const made = new Set(
    statements.map((statement) => /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(statement)?.[1] ?? ''),
  )
  return statements
    .filter((statement) => !/^CREATE TABLE\b/i.test(statement) && !made.has(tableOf(statement)))
    .flatMap((statement) => narrowing.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what))
}

export const migrationsExpand: Rule = {
  name: 'migrations-expand',
  says: 'A migration keeps the previous release working, or has a line with the reason: `-- expand:`, `-- contract:` or `-- standstill:`.',
  check: (repository) =>
    repository.texts(/\/migrations\/[\w-]+\.sql$/).flatMap(({ path, text }) =>
      [...new Set(breachesIn(text))].map((what): Breach => ({
        file: path,
        problem: `${what}, and no line says why the previous release still works (docs/internals/decisions/0018-migrations-expand-and-contract.md)`,
      })),
    ),
}
