import ts from 'typescript'

/** A piece of code and where it stands. */
interface Found {
  readonly text: string
  readonly line: number
}

/** What the rules need to know of one file of TypeScript. Comments and types are not in it. */
export interface Syntax {
  /** Texts in quotes, and the beginnings of templates. Paths of imports are not among them. */
  readonly literals: readonly Found[]
  /** All texts whole, with a star for each part of a template that is computed. */
  readonly shapes: ReadonlySet<string>
  /** Calls of a plain function with a plain name as first argument: `handle(playDice, ...)`. */
  readonly callsWithName: readonly (Found & { readonly callee: string })[]
  /** `new Name('text')`. */
  readonly constructions: readonly (Found & { readonly className: string })[]
  /** Names that are used, declared or imported. */
  readonly identifiers: ReadonlySet<string>
  /** The titles of `describe`, `it` and `test`, as they are written: those of a table with its `$names` and `%s`. */
  readonly testTitles: ReadonlySet<string>
}

const known = new Map<string, Syntax>()

/** Parses a file; the same text is parsed once. */
export function syntaxOf(path: string, text: string): Syntax {
  const key = `${path}\n${text}`
  const before = known.get(key)
  if (before !== undefined) return before
  const made = parse(path, text)
  known.set(key, made)
  return made
}

function parse(path: string, text: string): Syntax {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const found = {
    literals: [] as Found[],
    shapes: new Set<string>(),
    callsWithName: [] as (Found & { callee: string })[],
    constructions: [] as (Found & { className: string })[],
    identifiers: new Set<string>(),
    testTitles: new Set<string>(),
  }
  const at = (node: ts.Node): number => source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.identifiers.add(node.text)
    if (isText(node)) found.literals.push({ text: node.text, line: at(node) })
    const shape = shapeOf(node)
    if (shape !== undefined) found.shapes.add(shape)
    if (ts.isCallExpression(node)) {
      noteCall(node)
      const title = testTitleOf(node)
      if (title !== undefined) found.testTitles.add(title)
    }
    if (ts.isNewExpression(node)) noteConstruction(node)
    ts.forEachChild(node, visit)
  }
  const noteCall = (node: ts.CallExpression): void => {
    const [first] = node.arguments
    if (ts.isIdentifier(node.expression) && first !== undefined && ts.isIdentifier(first))
      found.callsWithName.push({ callee: node.expression.text, text: first.text, line: at(node) })
  }
  const noteConstruction = (node: ts.NewExpression): void => {
    const [first] = node.arguments ?? []
    if (ts.isIdentifier(node.expression) && first !== undefined && ts.isStringLiteral(first))
      found.constructions.push({ className: node.expression.text, text: first.text, line: at(node) })
  }
  visit(source)
  return found
}

function shapeOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map((span) => `*${span.literal.text}`).join('')
}

/** Of `it('title', ...)` and of `it.each(table)('title', ...)`, not of `it.each(table)` itself. */
function testTitleOf({ expression, arguments: [first, body] }: ts.CallExpression): string | undefined {
  if (first === undefined || body === undefined) return undefined
  const callee = ts.isCallExpression(expression) ? expression.expression : expression
  const named = ts.isPropertyAccessExpression(callee) ? callee.expression : callee
  return ts.isIdentifier(named) && /^(describe|it|test)$/.test(named.text) ? shapeOf(first) : undefined
}

function isText(node: ts.Node): node is ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateHead {
  if (ts.isStringLiteral(node)) return !ts.isLiteralTypeNode(node.parent) && !isModulePath(node)
  return ts.isNoSubstitutionTemplateLiteral(node) || node.kind === ts.SyntaxKind.TemplateHead
}

function isModulePath(node: ts.StringLiteral): boolean {
  if (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent)) return true
  return ts.isCallExpression(node.parent) && node.parent.expression.kind === ts.SyntaxKind.ImportKeyword
}
