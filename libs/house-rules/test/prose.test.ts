import { describe, expect, it } from '@jest/globals'
import { compareCounts, textOfCounts } from '../src/prose/counts.ts'
import { passagesOf } from '../src/prose/passages.ts'
import { findingsOf } from '../src/prose/rules.ts'

const words = (count: number): string => `The ${'word '.repeat(count - 2)}ends.`
const says = (path: string, text: string): string[] =>
  passagesOf(path, text)
    .flatMap(findingsOf)
    .map(({ kind, line, says: what }) => `${line} ${kind} ${what.split(':')[0] ?? ''}`)

describe('the prose check', () => {
  it.each([
    ['a long sentence of a document', 'docs/a.md', words(26), '1 document 26 words in a sentence (25 at most)'],
    [
      'a sentence that goes on in the next line',
      'docs/a.md',
      words(26).replace('word word', 'word\nword'),
      '1 document 26',
    ],
    ['a paragraph of six sentences', 'docs/a.md', 'It is. '.repeat(6), '1 document 6 sentences'],
    ['a cell', 'docs/a.md', '| a | b |\n| - | - |\n| nobody | c |', '3 document "nobody"'],
    ['a comment over two lines', 'libs/a/src/a.ts', '// The wallet books for\n// nobody.', '1 comment "nobody"'],
    ['a docstring', 'libs/a/src/a.ts', '/**\n * Returns it.\n * @throws for whoever asks\n */', '3 comment "whoever"'],
    ['a style sheet', 'libs/a/a.css', '/* Whatever it is. */', '1 comment "Whatever"'],
    ['a comment of SQL', 'services/a/a.sql', '-- Set aside for a bet.', '1 comment "Set aside"'],
    ['a script', 'deploy/a.sh', '#!/bin/sh\n# Nobody reads it.', '2 comment "Nobody"'],
    ['a log message', 'services/a/src/a.ts', "log.warn({ a }, 'nobody leads the wallet')", '1 log "nobody"'],
    ['a text of a component', 'web/src/a.tsx', 'const a = <p>Nobody is here.</p>', '1 text "Nobody"'],
    ['a text with values', 'web/src/a.ts', 'const a = `${n} of nobody at all`', '1 text "nobody"'],
    ['help of a target', 'Makefile', 'up: ## start it for whoever asks', '1 text "whoever"'],
    ['an alarm', 'deploy/alarms.yaml', "  summary: 'Nothing was booked'", '1 text "Nothing"'],
  ])('finds %s', (_, path, text, what) => {
    expect(says(path, text).some((one) => one.startsWith(what))).toBe(true)
  })

  it.each([
    ['a sentence of 25 words', 'docs/a.md', words(25)],
    ['code in a document', 'docs/a.md', `\`${words(30)}\`\n\n\`\`\`\n${words(30)}\n\`\`\``],
    ['the words of the user', 'docs/spec/product-spec.md', 'Nobody.'],
    ['a statement of SQL', 'services/a/src/a.ts', "const a = 'SELECT nothing FROM nobody WHERE true'"],
    ['a title of a test', 'services/a/test/a.test.ts', "it('is for nobody at all', () => undefined)"],
  ])('leaves %s', (_, path, text) => {
    expect(says(path, text)).toEqual([])
  })
})

describe('the exceptions of the prose check', () => {
  it('fail a file that is worse, and one whose exception is higher than needed', () => {
    expect(compareCounts({ a: { text: 2 } }, { a: { text: 1 } }).worse).toEqual([['a', 'text', 2, 1]])
    expect(compareCounts({ a: { text: 1 } }, { a: { text: 1 } })).toMatchObject({ worse: [], isLoose: false })
    expect(compareCounts({ a: { text: 1 } }, { a: { text: 2 }, b: { log: 1 } })).toMatchObject({
      isLoose: true,
      lowered: { a: { text: 1 } },
    })
  })

  it('are a line a file, sorted', () => {
    expect(textOfCounts({ b: { text: 1 }, a: { log: 2, comment: 1 } })).toBe(
      '{\n  "a": { "comment": 1, "log": 2 },\n  "b": { "text": 1 }\n}\n',
    )
  })
})
