import type { Passage } from './passages.ts'

/** The limits of STYLE_GUIDE.md. */
export const limits = { wordsOfSentence: 25, sentencesOfParagraph: 5, charactersOfLine: 200 } as const

/** Words that hide a subject or a negation. */
const banned =
  /\b(nobody|none of|none|nothing|whoever|whatever|whom|of which|but for|anew|as ever|what is not|who has|of before|all the same)\b/gi

/** House words that the glossary replaces; only those that have no other meaning in this repository. */
const glossary: readonly (readonly [RegExp, string])[] = [
  [/\bthe release before\b/gi, 'the previous release'],
  [/\bleft to a person\b/gi, 'manual intervention'],
  [/\bset aside\b/gi, 'held'],
  [/\bgiven back\b/gi, 'returned'],
  [/\bfenced?\b/gi, 'fencing token'],
  [/\b(stands|stand|stood) by\b/gi, 'standby'],
  [/\bwho(ever)? leads\b/gi, 'the leader'],
  [/\bhow far everything has come\b/gi, 'cursor, lag'],
  [/\basked again\b/gi, 'retried'],
  [/\bmay be done all the same\b/gi, 'unknown outcome'],
]

export interface Finding {
  readonly kind: Passage['kind']
  readonly line: number
  readonly says: string
}

/** Code counts as one word; a link counts by its text. */
function plainText(text: string): string {
  return text
    .replaceAll(/`[^`]*`/g, 'X')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\{@link ([^}]*)\}/g, 'X')
    .replaceAll(/https?:\S+/g, 'X')
    .replaceAll(/\*\*|<\/?[a-z][^>]*>/g, '')
}

/** Sentences of a passage, each with its words. */
export function sentencesOf(text: string): string[][] {
  return plainText(text)
    .split(/(?<=[.!?]["”’)]?)\s+(?=["“‘(]?[A-Z0-9₹$])/)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
    .filter((words) => words.length > 0)
}

/** Banned words of a passage. */
export function bannedWordsOf(text: string): string[] {
  return [...plainText(text).matchAll(banned)].map(([word]) => word)
}

/** What STYLE_GUIDE.md forbids in a passage. */
export function findingsOf({ kind, line, text }: Passage): Finding[] {
  const sentences = sentencesOf(text)
  const says = sentences
    .filter((words) => words.length > limits.wordsOfSentence)
    .map(
      (words) =>
        `${words.length} words in a sentence (${limits.wordsOfSentence} at most): ${words.slice(0, 9).join(' ')} ...`,
    )
  if (kind === 'document' && sentences.length > limits.sentencesOfParagraph)
    says.push(`${sentences.length} sentences in a paragraph (${limits.sentencesOfParagraph} at most)`)
  for (const word of bannedWordsOf(text)) says.push(`"${word}": name the subject, and say what is`)
  for (const [pattern, instead] of glossary)
    for (const [word] of plainText(text).matchAll(pattern)) says.push(`"${word}": the glossary has "${instead}"`)
  return says.map((one) => ({ kind, line, says: one }))
}

/** Lines of a document that are too long, tables and links included. */
export function longLinesOf(text: string): Finding[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.length <= limits.charactersOfLine) return []
    const says = `${line.length} characters in a line (${limits.charactersOfLine} at most)`
    return [{ kind: 'document' as const, line: index + 1, says }]
  })
}
