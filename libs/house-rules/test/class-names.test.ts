import { describe, expect, it } from '@jest/globals'
import type { Rule } from '../src/rule.ts'
import { classesOfModules, typedTextClasses } from '../src/rules/class-names.ts'
import { breachesOf } from './small-repository.ts'

const sheet = 'web/src/shell/bar.module.css'
const part = 'web/src/shell/bar.tsx'
const read = "import styles from './bar.module.css'\n"
const found = (rule: Rule, texts: Readonly<Record<string, string>>): string[] =>
  breachesOf(rule, { what: '', texts, found: [] })

describe('a CSS module', () => {
  it.each([
    { css: '.bar {\n}', tsx: 'styles.bar', breaches: [] },
    {
      css: '.bar {\n}',
      tsx: 'styles.bra',
      breaches: [`${part}: reads the class bra, which ${sheet} does not have`, `${sheet}: no code reads the class bar`],
    },
    {
      css: '/* .old */\n@media (min-width: 1.5px) {\n  .bar > :global(.mono) {\n  }\n}',
      tsx: 'styles.bar',
      breaches: [],
    },
    {
      css: '.good {\n}\n.bad {\n}',
      tsx: "styles[tone] // 'good'",
      breaches: [`${sheet}: no code reads the class bad`],
    },
  ])('has the classes that the code reads, and no others: $css, $tsx', ({ css, tsx, breaches }) => {
    expect(found(classesOfModules, { [sheet]: css, [part]: read + tsx })).toEqual(breaches)
  })
})

describe('a class of all pages', () => {
  it.each([
    { tsx: '<p className="small" />', breaches: 1 },
    { tsx: "<p className={classNames(look === 'line' && 'small', styles[look])} />", breaches: 1 },
    { tsx: "<p className={buttonClass({ kind: 'quiet' })} />", breaches: 0 },
    { tsx: "<p className={classNames(textClass('small'), look === 'line' && styles.line)} />", breaches: 0 },
  ])('is named by textClass: $tsx', ({ tsx, breaches }) => {
    expect(found(typedTextClasses, { [part]: tsx })).toHaveLength(breaches)
  })

  it('stands in the list and in the style sheet', () => {
    const [list, base] = ['libs/ui/src/class-names.ts', 'libs/ui/src/styles/base.css']
    const texts = {
      [list]: 'interface TextNames {\n  small: true\n  smal: true\n}',
      [base]: '.small {\n}\n.muted {\n}',
    }
    expect(found(typedTextClasses, texts)).toEqual([
      `${list}: no style sheet has the class smal`,
      `${base}: ${list} does not name the class muted`,
    ])
  })
})
