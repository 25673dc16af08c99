import ts from 'typescript'

/** Where a text is read: by developers in documents and comments, by operators in logs, by all in texts. */
export const kinds = ['document', 'comment', 'log', 'text'] as const
export type Kind = (typeof kinds)[number]

/** One paragraph, list item, table cell, comment, log message or text, on one line. */
export interface Passage {
  readonly kind: Kind
  readonly line: number
  readonly text: string
}

/** Words of others, and pages that quote the specification or the words that they forbid. */
const notOurs =
  /^(docs\/spec\/product-spec\.md|docs\/internals\/spec-coverage\.md|docs\/concepts\/glossary\.md|STYLE_GUIDE\.md|LICENSE|bench\/(plain-chain|ledger-baselines)\/)/
const testCode = /(\.test\.tsx?$|\/(test|testing|e2e)\/|^libs\/test-env\/|^bench\/)/
const commentMark: Readonly<Record<string, RegExp>> = {
  sql: /^--\s?/,
  sh: /^#(?!!)\s?/,
  yaml: /^#\s?/,
  yml: /^#\s?/,
  Makefile: /^#\s?/,
}

/** The passages of one file of the repository; empty where the file has no prose of ours. */
export function passagesOf(path: string, text: string): Passage[] {
  if (notOurs.test(path)) return []
  const type = /\.(\w+)$/.exec(path)?.[1] ?? path
  if (type === 'md') return documentPassages(text)
  if (['ts', 'tsx', 'js', 'mjs'].includes(type)) return [...blockComments(text), ...codeTexts(path, text)]
  if (type === 'css') return blockComments(text)
  const mark = commentMark[type]
  return mark === undefined ? [] : [...lineComments(text, mark), ...helpTexts(type, text)]
}

/** Paragraphs, list items and cells of Markdown, without code blocks. */
function documentPassages(text: string): Passage[] {
  const found: Passage[] = []
  let inCode = false
  let joins = false
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (/^(```|~~~)/.test(line)) {
      inCode = !inCode
      joins = false
    } else if (inCode || line === '' || /^([|\s:-]+|<!--.*)$/.test(line)) joins = false
    else if (line.startsWith('|')) {
      for (const cell of line.split(/(?<!\\)\|/)) found.push({ kind: 'document', line: index + 1, text: cell.trim() })
      joins = false
    } else {
      const starts = /^([-*>]|\d+\.|#+)\s/.test(line)
      const last = found.at(-1)
      const own = line.replace(/^([-*>]|\d+\.|#+)\s+/, '')
      if (joins && !starts && last !== undefined) found[found.length - 1] = { ...last, text: `${last.text} ${own}` }
      else found.push({ kind: 'document', line: index + 1, text: own })
      joins = !line.startsWith('#')
    }
  }
  return found
}

/** Comments of the C family: `//` lines that follow each other are one, a tag of a docstring begins another. */
function blockComments(text: string): Passage[] {
  const found: Passage[] = []
  let inBlock = false
  let joins = false
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    const opens = line.startsWith('/*')
    const isComment = inBlock || opens || line.startsWith('//')
    if (isComment) {
      const own = line
        .replace(/^(\/\*\*?|\/\/+|\*(?!\/))\s?/, '')
        .replace(/\s*\*\/.*$/, '')
        .trim()
      for (const [nth, part] of own.split(/(?=@(?:param|returns|throws)\b)/).entries()) {
        const last = found.at(-1)
        const follows = joins && nth === 0 && !opens && part !== '' && !/^(- |@)/.test(part)
        if (follows && last !== undefined) found[found.length - 1] = { ...last, text: `${last.text} ${part}` }
        else if (part !== '') found.push({ kind: 'comment', line: index + 1, text: part.replace(/^@\w+\s*/, '') })
        joins = part !== ''
      }
    }
    inBlock = (inBlock || opens) && !line.includes('*/')
    if (!isComment) joins = false
  }
  return found
}

function lineComments(text: string, mark: RegExp): Passage[] {
  const found: Passage[] = []
  let joins = false
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    const own = mark.test(line) ? line.replace(mark, '').trim() : ''
    const last = found.at(-1)
    if (own !== '' && joins && last !== undefined) found[found.length - 1] = { ...last, text: `${last.text} ${own}` }
    else if (own !== '') found.push({ kind: 'comment', line: index + 1, text: own })
    joins = own !== ''
  }
  return found
}

/** Help of the Makefile, and what an alarm says. */
function helpTexts(type: string, text: string): Passage[] {
  const says = type === 'Makefile' ? /:.*## (.+)$/ : /^\s+(?:summary|description): (.+)$/
  return text.split('\n').flatMap((line, index) => {
    const said = says.exec(line)?.[1]
    return said === undefined
      ? []
      : [{ kind: 'text' as const, line: index + 1, text: said.replace(/^['"]|['"]$/g, '') }]
  })
}

const isSentenceLike = (text: string): boolean => /[A-Za-z]{2}\S* \S+ \S+/.test(text)
/** Whether a text is SQL, Lua, CSS, a script, a content security policy or a list of headers. */
const isCode = (text: string): boolean =>
  /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|GRANT|REVOKE|WHERE)\b| AS "|\bFROM unnest\(/.test(text) ||
  /^[.#\w-]+\s*[{>]|\b(var|calc)\(|^(local|export class) |'none'|\bif-none-match\b/.test(text)

/** Log messages, and every other text of three words or more, outside of tests. */
function codeTexts(path: string, source: string): Passage[] {
  if (testCode.test(path)) return []
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind)
  const found: Passage[] = []
  const visit = (node: ts.Node, inLog: boolean): void => {
    const text = ts.isImportDeclaration(node) ? undefined : textOf(node)?.replaceAll(/\s+/g, ' ').trim()
    if (text !== undefined && isSentenceLike(text) && !isCode(text)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({ kind: inLog ? 'log' : 'text', line, text })
    }
    const isLog =
      inLog || (ts.isCallExpression(node) && /\blog(ger)?\.(debug|info|warn|error|fatal)$/.test(calleeOf(node)))
    ts.forEachChild(node, (child) => visit(child, isLog))
  }
  visit(file, false)
  return found
}

const calleeOf = (call: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(call.expression) ? call.expression.getText() : ''

/** A text as it is read, with X for what is computed. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join('')
}
