import { describe, expect, it } from '@jest/globals'
import { migrationsExpand } from '../src/rules/migrations.ts'
import { breachesOf } from './small-repository.ts'

const file = 'services/wallet/src/db/migrations/0009-next.sql'
const found = (sql: string): string[] =>
  breachesOf(migrationsExpand, { what: sql, texts: { [file]: sql }, found: [] }).map(
    (line) => line.split(': ')[1]?.split(',')[0] ?? '',
  )

describe('a migration', () => {
  it.each([
    'ALTER TABLE account ADD COLUMN note text;',
    'ALTER TABLE account ADD COLUMN seen bigint NOT NULL DEFAULT 0;',
    'ALTER TABLE account ADD COLUMN seen bigint DEFAULT 0 NOT NULL;',
    'CREATE INDEX account_note ON account (note);',
    'CREATE TABLE label (id uuid PRIMARY KEY, name text NOT NULL); CREATE UNIQUE INDEX label_name ON label (name);',
    `CREATE TABLE label (id uuid); CREATE TRIGGER stays BEFORE UPDATE ON label FOR EACH ROW EXECUTE FUNCTION stay();`,
    `CREATE FUNCTION stay() RETURNS trigger AS $$ BEGIN DELETE FROM label; END $$ LANGUAGE plpgsql;`,
    `COMMENT ON TABLE account IS 'DROP TABLE account';`,
    'GRANT SELECT ON label TO :service_role;',
    "-- expand: the check allows more than before\nALTER TABLE account DROP CONSTRAINT kinds, ADD CONSTRAINT kinds CHECK (kind IN ('a', 'b'));",
    '-- contract: no code reads the column since 0.2.0\nALTER TABLE account DROP COLUMN note;',
    '-- standstill: every writer must fill the column\nALTER TABLE account ADD COLUMN net bigint NOT NULL;',
  ])('that keeps the previous release working is allowed: %s', (sql) => {
    expect(found(sql)).toEqual([])
  })

  it.each([
    ['ALTER TABLE account DROP COLUMN note;', 'drops'],
    ['DROP INDEX account_note;', 'drops'],
    ['ALTER TABLE account RENAME COLUMN note TO remark;', 'renames'],
    ['ALTER TABLE account ALTER COLUMN seen TYPE text;', 'changes a type'],
    ['ALTER TABLE account ALTER note SET NOT NULL;', 'forbids NULL'],
    ['ALTER TABLE account\n  ADD COLUMN net bigint NOT NULL;', 'adds a column that has to be filled'],
    ['ALTER TABLE account ADD CONSTRAINT short CHECK (length(note) < 9);', 'adds a constraint'],
    ['CREATE UNIQUE INDEX account_note ON account (note);', 'adds a unique index'],
    ['CREATE TRIGGER stays BEFORE UPDATE ON account FOR EACH ROW EXECUTE FUNCTION stay();', 'adds a trigger'],
    ['CREATE OR REPLACE FUNCTION stay() RETURNS trigger AS $$ BEGIN END $$ LANGUAGE plpgsql;', 'changes a function'],
    ['REVOKE INSERT ON account FROM :service_role;', 'takes a right away'],
    ['DELETE FROM account;', 'takes rows away'],
  ])('that can break the previous release needs a reason: %s', (sql, what) => {
    expect(found(sql)).toEqual([what])
  })

  it('with an empty reason has no reason', () => {
    expect(found('-- contract:\nDROP TABLE account;')).toEqual(['drops'])
  })
})
