/** @jest-environment node */
import { describe, expect, it } from '@jest/globals'
import { splitFaces, stylesOfFrame } from './frame-styles.ts'

const frame = '<html><body><div class="page wide"><p>Text</p></div></body></html>'

describe('the styles of a first frame', () => {
  it.each([
    ['.page{color:red}', '.page{color:red}'],
    ['.page>p:hover{color:red}', '.page>p:hover{color:red}'],
    ['.page .toast{color:red}', ''],
    ['.toast,.wide{color:red}', '.toast,.wide{color:red}'],
    ['table{color:red}', ''],
    [':root{--line:red}', ':root{--line:red}'],
    ['[data-viewer=member] p{color:red}', '[data-viewer=member] p{color:red}'],
    ['@layer ui{.page{color:red}.toast{color:red}}', '@layer ui{.page{color:red}}'],
    ['@media print{.toast{color:red}}', ''],
    [
      '.page{animation:turn 1s}@keyframes turn{to{rotate:1turn}}',
      '.page{animation:1s turn}@keyframes turn{to{rotate:1turn}}',
    ],
    ['.toast{animation:turn 1s}@keyframes turn{to{rotate:1turn}}', ''],
  ])('of %s are "%s"', (styles, kept) => {
    expect(stylesOfFrame(styles, frame)).toBe(kept)
  })
})

it('splits the faces of fonts from the rules of a style sheet', () => {
  const face = '@font-face{font-family:A;src:url(a.woff2)}'
  expect(splitFaces(`.page{color:red}${face}p{color:red}`)).toEqual({
    faces: face,
    rules: '.page{color:red}p{color:red}',
  })
})
