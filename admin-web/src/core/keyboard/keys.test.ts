import { describe, expect, it } from '@jest/globals'
import type { KeyPress } from './keys.ts'
import { shortcutOf } from './keys.ts'

const plain = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
}
const element = (html: string): Element => {
  const holder = document.createElement('div')
  holder.innerHTML = html
  return holder.querySelector('.at') ?? holder
}
const page = document.body
const button = element('<button class="at">Approve</button>')
const inButton = element('<button><span class="at">Approve</span></button>')
const field = element('<input class="at" type="search">')
const box = element('<input class="at" type="checkbox">')
const area = element('<textarea class="at"></textarea>')

describe('a key press', () => {
  it.each<{ name: string; press: Partial<KeyPress> & { key: string }; means: string | null }>([
    { name: 'a letter on the page', press: { key: 'a', target: page }, means: 'A' },
    { name: 'a capital letter', press: { key: 'A', target: page }, means: 'A' },
    { name: 'a sign', press: { key: '?', target: page }, means: '?' },
    { name: 'a letter on a button', press: { key: 'a', target: button }, means: 'A' },
    { name: 'a letter in a field', press: { key: 'a', target: field }, means: null },
    { name: 'a letter in an area of text', press: { key: 'a', target: area }, means: null },
    { name: 'a letter on a box to tick', press: { key: 'a', target: box }, means: 'A' },
    { name: 'a digit in a field', press: { key: '1', target: field }, means: null },
    { name: 'Escape in a field', press: { key: 'Escape', target: field }, means: 'Escape' },
    { name: 'Enter on the page', press: { key: 'Enter', target: page }, means: 'Enter' },
    { name: 'Enter on a button, which clicks it', press: { key: 'Enter', target: button }, means: null },
    { name: 'Enter within a button', press: { key: 'Enter', target: inButton }, means: null },
    { name: 'with Ctrl', press: { key: 'r', target: page, ctrlKey: true }, means: null },
    { name: 'with Cmd', press: { key: 'c', target: page, metaKey: true }, means: null },
    { name: 'with Alt', press: { key: 'd', target: page, altKey: true }, means: null },
    { name: 'A held down', press: { key: 'a', target: page, repeat: true }, means: null },
    { name: 'Enter held down', press: { key: 'Enter', target: page, repeat: true }, means: null },
    { name: 'J held down, which runs through the list', press: { key: 'j', target: page, repeat: true }, means: 'J' },
    { name: 'while a letter is being composed', press: { key: 'a', target: page, isComposing: true }, means: null },
    { name: 'handled already', press: { key: 'Escape', target: field, defaultPrevented: true }, means: null },
  ])('$name: $means', ({ press, means }) => {
    expect(shortcutOf({ ...plain, target: null, ...press })).toBe(means)
  })
})
