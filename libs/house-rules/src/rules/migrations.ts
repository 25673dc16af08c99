import type { Breach, Rule } from '../rule.ts'

/** What may take something from the code of the release before, by what it takes. Of tables that the same file makes nothing is taken. */
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

/** The statements of a migration without comments and texts, each on one line. What is between dollars is the body of a function. */
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

/** The table that a statement is about. */
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
  says: 'A migration takes nothing from the code of the release before, or says in a line why that goes on (`-- expand:`, `-- contract:`) or has to be stopped (`-- standstill:`).',
  check: (repository) =>
    repository.texts(/\/migrations\/[\w-]+\.sql$/).flatMap(({ path, text }) =>
      [...new Set(breachesIn(text))].map((what): Breach => ({
        file: path,
        problem: `${what}, and no line says what becomes of the release before (docs/decisions/0018-migrations-expand-and-contract.md)`,
      })),
    ),
}
