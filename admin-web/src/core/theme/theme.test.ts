import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { applyTheme, printInLight, readTheme, themeKey } from './theme.ts'

beforeEach(() => {
  localStorage.clear()
  document.documentElement.removeAttribute('data-theme')
})

describe('the theme', () => {
  it('is dark until somebody chooses, and whatever else is stored', () => {
    expect(readTheme()).toBe('dark')
    localStorage.setItem(themeKey, 'sepia')
    expect(readTheme()).toBe('dark')
  })

  it('is light on paper, and the choice stays', () => {
    applyTheme('dark')
    printInLight()
    window.dispatchEvent(new Event('beforeprint'))
    expect([document.documentElement.dataset.theme, readTheme()]).toEqual(['light', 'dark'])
    window.dispatchEvent(new Event('afterprint'))
    expect(document.documentElement.dataset.theme).toBe('dark')
  })

  it('is kept, and shown before the first paint', () => {
    applyTheme('light')
    expect(readTheme()).toBe('light')
    document.documentElement.removeAttribute('data-theme')
    const script = document.createElement('script')
    script.textContent = readFileSync(new URL('../../../public/theme.js', import.meta.url), 'utf8')
    document.head.append(script)
    expect(document.documentElement.dataset.theme).toBe('light')
  })
})
