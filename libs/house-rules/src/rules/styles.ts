import { breakpoints, lowHeights } from '@kismet/ui/styles/breakpoints.ts'
import type { Breach, Rule } from '../rule.ts'

const styles = /^(web|admin-web|libs\/ui)\/src\/.*\.css$/
const layers = 'libs/ui/src/styles/layers.css'
const sizes = {
  width: new Set<number>(Object.values(breakpoints)),
  height: new Set<number>(Object.values(lowHeights)),
}

/** How far from the number of the list a query stands that leaves off where another begins. */
const beside: Readonly<Record<string, number>> = { 'max-width': 1, 'min-height': -1 }

/** What is wrong with one line of a style sheet. */
type Look = (line: string, path: string) => string[]

const lines =
  (look: Look): Rule['check'] =>
  (repository) =>
    repository
      .texts(styles)
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .flatMap((line, index): Breach[] =>
            look(line, path).map((problem) => ({ file: path, line: index + 1, problem })),
          ),
      )

export const oneListOfLayers: Rule = {
  name: 'one-list-of-layers',
  says: 'What stands over what is said in layers.css alone: a z-index elsewhere is one of its tokens.',
  check: lines((line, path) =>
    path !== layers && /z-index:(?!\s*var\(--z-)/.test(line) ? [`a z-index of its own; take a token of ${layers}`] : [],
  ),
}

export const oneListOfBreakpoints: Rule = {
  name: 'one-list-of-breakpoints',
  says: 'Style sheets break at the widths and heights of libs/ui/src/styles/breakpoints.ts and at no others.',
  check: lines((line) => {
    const own = [...line.matchAll(/\((min|max)-(width|height):\s*([^)]*)\)/g)].filter(([, end, side, size]) => {
      const at = Number.parseFloat(size ?? '') + (beside[`${end}-${side}`] ?? 0)
      return !/^\d+px$/.test(size ?? '') || !sizes[side === 'width' ? 'width' : 'height'].has(at)
    })
    const ranges = /\((width|height)\s*[<>]/.test(line) ? ['a range; write min- or max-'] : []
    return [...own.map(([query]) => `${query} is not one of breakpoints.ts`), ...ranges]
  }),
}

export const linesGrowWithText: Rule = {
  name: 'lines-grow-with-text',
  says: 'A line is as high as its text asks for, so that larger text does not overlap: no line-height in px.',
  check: lines((line) =>
    /(line-height:\s*|font:[^;]*\/\s*)[\d.]+px/.test(line) ? ['a line-height in px; write rem'] : [],
  ),
}
