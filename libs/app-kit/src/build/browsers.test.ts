/** @jest-environment node */
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import { browsers } from './browsers.ts'

describe('the browsers that the apps are made for', () => {
  it.each(['web', 'admin-web'])('are those that the README of %s names', async (app) => {
    const readme = await readFile(new URL(`../../../../${app}/README.md`, import.meta.url), 'utf8')
    const named = /^- Browsers: (.*)\(/m.exec(readme)?.[1] ?? ''
    const { chrome, edge, firefox, safari, ios } = browsers
    expect([named, chrome]).toEqual([
      `Chrome and Edge ${edge}, Firefox ${firefox}, Safari ${safari} (also on iOS ${ios}), and newer ones `,
      edge,
    ])
  })
})
