import type { Kind, Passage } from './passages.ts'
import { kinds } from './passages.ts'
import { bannedWordsOf, limits, sentencesOf } from './rules.ts'

const longSentence = 40

/** A table of how plain each kind of prose is. */
export function measureTable(passages: readonly Passage[], documentLines: readonly string[]): string {
  const rows = kinds.map((kind: Kind) => {
    const own = passages.filter((passage) => passage.kind === kind)
    const lengths = own.flatMap(({ text }) => sentencesOf(text).map((words) => words.length))
    const words = lengths.reduce((sum, length) => sum + length, 0)
    const banned = own.reduce((sum, { text }) => sum + bannedWordsOf(text).length, 0)
    // A cell or a heading of a few words is no sentence.
    const sentences = lengths.filter((length) => length > 4)
    const mean = sentences.reduce((sum, length) => sum + length, 0) / Math.max(1, sentences.length)
    const long = sentences.filter((length) => length > longSentence).length
    return [kind, words, ((banned * 1_000) / Math.max(1, words)).toFixed(2), mean.toFixed(1), long].join(' | ')
  })
  const longLines = documentLines.filter((line) => line.length > limits.charactersOfLine).length
  return [
    `| kind | words | banned words per 1,000 | mean sentence | sentences over ${longSentence} words |`,
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
    `Lines over ${limits.charactersOfLine} characters in documents: ${longLines}`,
  ].join('\n')
}
