import { afterEach, describe, expect, it } from '@jest/globals'
import { lazyPage, watchLinks } from './lazy-page.ts'

describe('a page as code of its own', () => {
  it('is asked for once by all who point at it, and again after it could not be had', async () => {
    let asked = 0
    let answer: () => Promise<{ APage: () => null }> = () => Promise.reject(new Error('404'))
    const { preload } = lazyPage(() => {
      asked += 1
      return answer()
    }, 'APage')
    await Promise.all([preload(), preload()])
    expect(asked).toBe(1)
    answer = () => Promise.resolve({ APage: () => null })
    await preload()
    await preload()
    expect(asked).toBe(2)
  })

  it('has its styles asked for again, too, before its code, when they did not come', async () => {
    document.head.innerHTML = '<link rel="stylesheet" crossorigin href="/assets/a-page.css">'
    const failed = document.head.querySelector('link')
    let asked = 0
    const { preload } = lazyPage<'APage'>(() => {
      asked += 1
      return Promise.reject(new Error('Unable to preload CSS'))
    }, 'APage')
    await preload()
    const again = preload()
    const link = document.head.querySelector('link')
    expect(link).not.toBe(failed)
    expect(link?.outerHTML).toBe(failed?.outerHTML)
    expect(asked).toBe(1)
    link?.dispatchEvent(new Event('load'))
    await again
    expect(asked).toBe(2)
    document.head.replaceChildren()
  })
})

describe('watching links', () => {
  afterEach(() => document.body.replaceChildren())

  it('tells of links of this site under the pointer, a finger or the focus, until it is stopped', () => {
    const wanted: string[] = []
    document.body.innerHTML =
      '<a href="/deposit?from=menu"><b id="in">Deposit</b></a><a id="out" href="https://wa.me/1">Chat</a><p id="text">Text</p>'
    const stop = watchLinks((pathname) => wanted.push(pathname))
    const inLink = document.querySelector('#in')
    for (const sign of ['pointerover', 'touchstart', 'focusin'])
      for (const element of document.querySelectorAll('#in, #out, #text'))
        element.dispatchEvent(new Event(sign, { bubbles: true }))
    expect(wanted).toEqual(['/deposit', '/deposit', '/deposit'])
    stop()
    inLink?.dispatchEvent(new Event('pointerover', { bubbles: true }))
    expect(wanted).toHaveLength(3)
  })
})
