import { describe, expect, it } from '@jest/globals'
import type { Rule } from '../src/rule.ts'
import { linesGrowWithText, oneListOfBreakpoints, oneListOfLayers } from '../src/rules/styles.ts'
import { breachesOf } from './small-repository.ts'

const path = 'web/src/shell/bar.module.css'
const found = (rule: Rule, text: string, at = path): string[] =>
  breachesOf(rule, { what: text, texts: { [at]: text }, found: [] })

describe('a style sheet', () => {
  it.each([
    { text: '  z-index: 9;', at: path, breaches: 1 },
    { text: '  z-index: calc(var(--z-menu) + 1);', at: path, breaches: 1 },
    { text: '  z-index: var(--z-menu);', at: path, breaches: 0 },
    { text: '  --z-menu: 7;', at: 'libs/ui/src/styles/layers.css', breaches: 0 },
  ])('says what stands over what by its token: $text', ({ text, at, breaches }) => {
    expect(found(oneListOfLayers, text, at)).toHaveLength(breaches)
  })

  it.each([
    { text: '@media (min-width: 1024px) {', breaches: 0 },
    { text: '@media (min-width: 640px) and (max-width: 1023px) {', breaches: 0 },
    { text: '@media (orientation: landscape) and (max-height: 480px) {', breaches: 0 },
    { text: '@media (max-width: 1024px) {', breaches: 1 },
    { text: '@media (min-width: 700px) and (max-width: 900px) {', breaches: 2 },
    { text: '@media (min-width: 40em) {', breaches: 1 },
    { text: '@media (width >= 640px) {', breaches: 1 },
    { text: '@media (min-height: 481px) {', breaches: 0 },
    { text: '@media (min-height: 480px) {', breaches: 1 },
    {
      text: '@media (max-width: 639px) and (max-height: 480px),\n  (max-width: 1023px) and (max-height: 700px) {',
      breaches: 1,
    },
    { text: '@media (max-width: 639px),\n  (width >= 640px) and (max-width: 700px) {', breaches: 2 },
    { text: '  max-width: 700px;', breaches: 0 },
  ])('breaks where the list says: $text', ({ text, breaches }) => {
    expect(found(oneListOfBreakpoints, text)).toHaveLength(breaches)
  })

  it('is told the line of a width or height of its own', () => {
    const text = '.a {\n}\n@media (max-width: 639px),\n  (max-width: 700px) {\n}'
    expect(found(oneListOfBreakpoints, text)).toEqual([`${path}:4: (max-width: 700px) is not one of breakpoints.ts`])
  })

  it.each([
    { text: '  line-height: 20px;', breaches: 1 },
    { text: '  font: 600 1rem / 26px var(--font-mono);', breaches: 1 },
    { text: '  line-height: 1.25rem;', breaches: 0 },
    { text: '  font: 600 1rem / 1.5rem var(--font-mono);', breaches: 0 },
  ])('has lines that grow with their text: $text', ({ text, breaches }) => {
    expect(found(linesGrowWithText, text)).toHaveLength(breaches)
  })
})
