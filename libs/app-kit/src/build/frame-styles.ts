import { transform } from 'lightningcss'
import type { Selector } from 'lightningcss'

/** The names that a first frame has. The HTML and the body are around each frame. */
interface Names {
  readonly classes: ReadonlySet<string>
  readonly tags: ReadonlySet<string>
}

function namesOf(html: string): Names {
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/))
  const tags = [...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = '']) => name.toLowerCase())
  return { classes: new Set(classes), tags: new Set(['html', 'body', ...tags]) }
}

/** Whether a selector can match in the frame. Attributes and states such as `:hover` count as present. */
function canMatch(selector: Selector, { classes, tags }: Names): boolean {
  return selector.every((part) => {
    if (part.type === 'class') return classes.has(part.name)
    return part.type !== 'type' || tags.has(part.name.toLowerCase())
  })
}

const animations = /@keyframes ([\w-]+)/g

function withoutAnimations(code: string, unused: ReadonlySet<string>): string {
  const { code: lean } = transform({
    filename: 'first-frame.css',
    code: Buffer.from(code),
    minify: true,
    visitor: {
      Rule: { keyframes: ({ value }) => (unused.has(value.name.value) ? [] : undefined) },
    },
  })
  return Buffer.from(lean).toString()
}

/**
 * The rules of a style sheet that can apply to the HTML of a first frame, in their order and with their conditions. The
 * first paint then waits for these rules only.
 */
export function stylesOfFrame(css: string, html: string): string {
  const names = namesOf(html)
  const { code } = transform({
    filename: 'first-frame.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Rule: {
        // A rule is kept whole or left out.
        style: ({ value }) => (value.selectors.some((selector) => canMatch(selector, names)) ? undefined : []),
      },
    },
  })
  const lean = Buffer.from(code).toString()
  const words: readonly string[] = lean.match(/[\w-]+/g) ?? []
  const named = [...lean.matchAll(animations)].map(([, name = '']) => name)
  return withoutAnimations(lean, new Set(named.filter((name) => words.indexOf(name) === words.lastIndexOf(name))))
}

/** A style sheet in two parts. The faces of fonts stand in one sheet of a page only: a second face of a font loads it again. */
export function splitFaces(css: string): { faces: string; rules: string } {
  const { code } = transform({
    filename: 'style.css',
    code: Buffer.from(css),
    minify: true,
    visitor: { Rule: { 'font-face': () => [] } },
  })
  return { faces: (css.match(/@font-face\s*\{[^}]*\}/g) ?? []).join(''), rules: Buffer.from(code).toString() }
}
