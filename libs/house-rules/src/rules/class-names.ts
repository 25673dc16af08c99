import { posix } from 'node:path'
import ts from 'typescript'
import type { Repository } from '../repository.ts'
import type { Breach, Rule } from '../rule.ts'

const code = /^(web|admin-web|libs\/ui)\/src\/(?!testing\/).*(?<!\.test)\.tsx?$/
const modules = /^(web|admin-web|libs\/ui)\/src\/.*\.module\.css$/

/** Classes that a library gives its elements. */
const ofLibraries = new Set(['lucide'])

/** The text classes of each app: where their names are declared, and the style sheets that have them. */
const textNames = [
  { list: 'libs/ui/src/class-names.ts', sheets: ['libs/ui/src/styles/base.css'] },
  {
    list: 'admin-web/src/shell/styles/text-names.d.ts',
    sheets: ['admin-web/src/shell/styles/admin.css', 'libs/ui/src/styles/base.css'],
  },
]

/** The classes that the selectors of a style sheet name. Those of another sheet stand in `:global(...)`. */
function classesOf(sheet: string): Set<string> {
  const plain = sheet.replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '')
  const selectors = [...plain.matchAll(/([^{};]*)\{/g)].map(([, selector = '']) => selector)
  const own = selectors.filter((selector) => !selector.trim().startsWith('@'))
  return new Set(own.flatMap((selector) => [...selector.matchAll(/\.([a-z]\w*)/gi)].map(([, name = '']) => name)))
}

interface Uses {
  /** Classes that are read by their name, each with a file that does so. */
  readonly named: Map<string, string>
  /** Whether some class is read by a computed name. */
  isComputed: boolean
}

/** What the code reads of each CSS module, by the path of the module. */
function usesOf(repository: Repository): ReadonlyMap<string, Uses> {
  const uses = new Map<string, Uses>()
  for (const { path, text } of repository.texts(code))
    for (const [, local = '', from = ''] of text.matchAll(/import (\w+) from '([^']*\.module\.css)'/g)) {
      const sheet = posix.join(posix.dirname(path), from)
      const known = uses.get(sheet) ?? { named: new Map<string, string>(), isComputed: false }
      uses.set(sheet, known)
      if (new RegExp(String.raw`\b${local}\[`).test(text)) known.isComputed = true
      for (const [, name = ''] of text.matchAll(new RegExp(String.raw`\b${local}\.(\w+)`, 'g')))
        known.named.set(name, path)
    }
  return uses
}

export const classesOfModules: Rule = {
  name: 'classes-of-modules',
  says: 'A CSS module has each class that the code reads of it, and the code reads each class that it has.',
  check: (repository) => {
    const uses = usesOf(repository)
    const allCode = repository
      .texts(code)
      .map(({ text }) => text)
      .join('\n')
    return repository.texts(modules).flatMap(({ path, text }): Breach[] => {
      const classes = classesOf(text)
      const { named, isComputed } = uses.get(path) ?? { named: new Map<string, string>(), isComputed: false }
      const missing = [...named].filter(([name]) => !classes.has(name))
      // A computed name comes from a union of texts, which stands somewhere.
      const unread = [...classes].filter((name) => !named.has(name) && !(isComputed && allCode.includes(`'${name}'`)))
      return [
        ...missing.map(([name, file]) => ({ file, problem: `reads the class ${name}, which ${path} does not have` })),
        ...unread.map((name) => ({ file: path, problem: `no code reads the class ${name}` })),
      ]
    })
  },
}

/** Texts that an attribute `className` takes as class names: neither compared nor given to a function that checks them. */
function plainNamesIn(path: string, text: string): { name: string; line: number }[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: { name: string; line: number }[] = []
  const take = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() !== 'classNames') return
    if (ts.isElementAccessExpression(node)) return
    if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText())) return
    if (ts.isTemplateExpression(node) || (ts.isStringLiteralLike(node) && node.text !== ''))
      found.push({ name: node.getText(), line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
    else ts.forEachChild(node, take)
  }
  const visit = (node: ts.Node): void => {
    const isNamed = ts.isJsxAttribute(node) && node.name.getText() === 'className'
    const isCall = ts.isCallExpression(node) && node.expression.getText() === 'classNames'
    if (isNamed && node.initializer) take(node.initializer)
    else if (isCall) take(node)
    else ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

export const typedTextClasses: Rule = {
  name: 'typed-text-classes',
  says: 'A class of all pages is named by textClass, whose list of names is that of the style sheets.',
  check: (repository) => {
    const plain = repository
      .texts(code)
      .flatMap(({ path, text }) =>
        plainNamesIn(path, text).map(({ name, line }) => ({ file: path, line, problem: `${name} is no typed class` })),
      )
    const textOf = (path: string): string =>
      repository.texts(/\.(css|ts)$/).find((file) => file.path === path)?.text ?? ''
    const lists = textNames.flatMap(({ list, sheets }): Breach[] => {
      const names = [...textOf(list).matchAll(/^ +(\w+): true$/gm)].map(([, name = '']) => name)
      const [own = new Set<string>(), ...others] = sheets.map((sheet) => classesOf(textOf(sheet)))
      const missing = names.filter((name) => !own.has(name))
      const unnamed = [...own].filter(
        (name) => !ofLibraries.has(name) && !names.includes(name) && !others.some((other) => other.has(name)),
      )
      return [
        ...missing.map((name) => ({ file: list, problem: `no style sheet has the class ${name}` })),
        ...unnamed.map((name) => ({ file: sheets[0] ?? list, problem: `${list} does not name the class ${name}` })),
      ]
    })
    return [...plain, ...lists]
  },
}
