import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { PlayerActor, tinyPng } from '@kismet/test-env/actors'
import { TestSite } from '@kismet/test-env/test-apps'
import { WatchedPage } from '@kismet/test-env/watched-page'
import type { Locator, Page } from 'playwright-core'
import { roundPath } from '../src/core/paths.ts'
import { ToldRound } from '../src/testing/aviator-rounds.ts'

const sizes = {
  'a narrow phone': { width: 320, height: 640 },
  'a phone': { width: 360, height: 800 },
  'a phone on its side': { width: 740, height: 360 },
  'a desk': { width: 1440, height: 900 },
} as const
const looks = [
  ...Object.entries(sizes).map(([name, size]) => ({ on: name, size, rootSize: '100%' })),
  { on: 'a phone with text of 200%', size: sizes['a phone'], rootSize: '200%' },
  { on: 'a desk with text of 200%', size: sizes['a desk'], rootSize: '200%' },
]
type Look = (typeof looks)[number]
const playerPages = [
  '/casino/dice',
  '/casino/slots',
  '/casino/mines',
  '/casino/aviator',
  '/mines-auto',
  '/deposit',
  '/awaiting-bonus',
  '/fairness',
  '/support',
  '/safer-play',
  '/terms',
  '/privacy',
  '/nowhere',
]
const visitorPages = ['/auth', '/forgot-password']
const adminPages = [
  '/admin/',
  '/admin/deposit-requests',
  '/admin/deposit-requests?status=all',
  '/admin/qr-settings',
  '/admin/game-mode',
  '/admin/nowhere',
]

/** What of a page leaves the window sideways, or stands over other text. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in ${clientWidth}`] : []
    const holderOf = (element: Element): Element | null => {
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        const { position, overflowX, overflowY } = getComputedStyle(at)
        if (['fixed', 'sticky'].includes(position) || `${overflowX}${overflowY}` !== 'visiblevisible') return at
      }
      return null
    }
    const range = document.createRange()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: {
      words: string
      holder: Element | null
      boxes: Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom' | 'height'>[]
    }[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      const words = node.nodeValue?.trim() ?? ''
      if (words === '' || !element?.checkVisibility()) continue
      if (element.closest('script, option, .sr') !== null || getComputedStyle(element).clipPath !== 'none') continue
      range.selectNodeContents(node)
      // What an ellipsis cuts off is not there.
      const cut = getComputedStyle(element).overflowX === 'visible' ? null : element.getBoundingClientRect()
      const boxes = [...range.getClientRects()]
        .map(({ left, top, right, bottom, height }) => ({
          left,
          top,
          bottom,
          height,
          right: Math.min(right, cut?.right ?? right),
        }))
        .filter(({ left, right, height }) => right - left > 1 && height > 1)
      texts.push({ words: words.slice(0, 24), holder: holderOf(element), boxes })
    }
    for (const [at, one] of texts.entries())
      for (const other of texts.slice(at + 1)) {
        if (one.holder !== other.holder) continue
        const isOver = one.boxes.some((a) =>
          other.boxes.some((b) => {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
            // A box of a text is somewhat higher than its letters.
            return across > 3 && down > 0.35 * Math.min(a.height, b.height)
          }),
        )
        if (isOver) faults.push(`“${one.words}” stands over “${other.words}”`)
      }
    return faults
  })
}

async function show(page: Page, { size, rootSize }: Pick<Look, 'size' | 'rootSize'>): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(
    (text) =>
      new Promise((drawn) => {
        document.documentElement.style.fontSize = text
        requestAnimationFrame(() => requestAnimationFrame(drawn))
      }),
    rootSize,
  )
}

/** Opens a page, and waits until it stands in the place of its first frame with all that it asks for. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(
    () =>
      document.querySelector('#root main') !== null &&
      document.querySelector('#first-frame, [aria-busy=true]') === null &&
      // Aviator covers its page until it knows how the round stands.
      !document.body.textContent.includes('CONNECTING TO AVIATOR SERVER'),
  )
}

/** Loads a page once and looks at it at every size. */
async function faultsAtEverySize(page: Page, path: string): Promise<Record<string, string[]>> {
  await open(page, path)
  const found: Record<string, string[]> = {}
  for (const look of looks) {
    await show(page, look)
    const faults = await faultsOf(page)
    if (faults.length > 0) found[look.on] = faults
  }
  return found
}

/** Whether all of it is in the window, and nothing that is fixed there stands over it. */
function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    if (left < 0 || top < 0 || right > window.innerWidth + 0.5 || bottom > window.innerHeight) return false
    const over = document.elementFromPoint((left + right) / 2, bottom - 2)?.closest('nav, dialog, [popover]')
    return over === undefined || over === null || over.contains(element)
  })
}

describe('the screens of both apps', () => {
  // From 44 characters on an address once left the step of the code.
  const email = 'a.name.that.is.as.long.as.names.may.be@a-domain-that-is-long-too.example.in'
  const password = 'a-long-password-7'
  let site: TestSite
  let known: PlayerActor
  let player: Page
  let visitor: Page
  let admin: Page

  beforeAll(async () => {
    site = await TestSite.create()
    const opened = async (url: string): Promise<Page> => (await WatchedPage.open(site.browser, url)).page
    player = await opened(site.webUrl)
    visitor = await opened(site.webUrl)
    admin = await opened(site.adminUrl)
    known = new PlayerActor(site.casino.gatewayUrl, email, password)
    await known.signUp(site.casino.mailbox)
    const [first, second] = [await known.requestDeposit({ amount: 1_000 }), await known.requestDeposit({ amount: 500 })]
    const owner = await site.casino.admin()
    await owner.approve(first)
    await owner.reject(second, 'The reference number is not on our statement, and the amount is another one')
    await known.requestDeposit({ amount: 750 })
    await player.goto('/auth')
    await player.getByLabel('Email').fill(email)
    await player.getByLabel('Password', { exact: true }).fill(password)
    await player.getByRole('button', { name: 'Login', exact: true }).last().click()
    await player.getByText('Balance ₹1,000.00').waitFor()
    const { username, password: adminPassword } = site.casino.adminLogin
    await admin.goto('/admin/login')
    await admin.getByLabel('Username').fill(username)
    await admin.getByLabel('Password', { exact: true }).fill(adminPassword)
    await admin.getByRole('button', { name: 'Login' }).click()
    await admin.waitForURL('**/admin/')
  }, 180_000)

  afterAll(async () => {
    await site.close()
  })

  it.each(playerPages)('of a player fit every window: %s', async (path) => {
    expect(await faultsAtEverySize(player, path)).toEqual({})
  })

  it('of a round of Aviator fit every window', async () => {
    const round = new ToldRound(4)
    const answer = async (path: string, json: object): Promise<void> => {
      await player.route(`**/api/${path}`, (call) => call.fulfill({ json: { success: true, ...json } }))
    }
    await answer(`fairness/rounds/${round.roundId}`, { proof: round.proof })
    await answer('aviator/history**', { rounds: [new ToldRound(5).past, new ToldRound(3).past] })
    expect(await faultsAtEverySize(player, roundPath(round.roundId))).toEqual({})
    await player.unrouteAll()
  })

  it.each(visitorPages)('of a visitor fit every window: %s', async (path) => {
    expect(await faultsAtEverySize(visitor, path)).toEqual({})
  })

  it.each(adminPages)('of an admin fit every window: %s', async (path) => {
    expect(await faultsAtEverySize(admin, path)).toEqual({})
  })

  it('hold a long address in the step of the code', async () => {
    await show(visitor, { size: sizes['a narrow phone'], rootSize: '100%' })
    await open(visitor, '/auth')
    await visitor.getByRole('tab', { name: 'Sign Up' }).click()
    await visitor.getByLabel('Email').fill(`another.${email}`)
    await visitor.getByLabel('Password', { exact: true }).fill(password)
    await visitor.getByRole('checkbox').check()
    await visitor.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await visitor.getByRole('button', { name: 'Verify' }).waitFor()
    expect(await faultsOf(visitor)).toEqual([])
  })

  it('hold the long name of a file', async () => {
    await show(player, { size: sizes['a narrow phone'], rootSize: '100%' })
    await open(player, '/deposit')
    const name = `${'a long name of a picture '.repeat(6)}${'x'.repeat(90)}.png`
    await player.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: tinyPng })
    await player.getByText(name).waitFor()
    expect(await faultsOf(player)).toEqual([])
  })

  it.each([
    { path: '/casino/dice', what: 'Roll', shown: 'output' },
    { path: '/casino/slots', what: 'SPIN', shown: '[aria-label=Reels] > div' },
  ])('of a game have its result, stake and button in one view: $path', async ({ path, what, shown }) => {
    await open(player, path)
    const parts = [
      player.locator(shown).first(),
      player.getByLabel(/Amount/),
      player.getByRole('button', { name: what }),
    ]
    await player.getByRole('button', { name: what }).waitFor()
    for (const size of ['a narrow phone', 'a phone', 'a phone on its side', 'a desk'] as const) {
      await show(player, { size: sizes[size], rootSize: '100%' })
      expect([size, ...(await Promise.all(parts.map(isInView)))]).toEqual([size, true, true, true])
    }
  })

  it('of Mines have all tiles and their button in one view', async () => {
    await open(player, '/casino/mines')
    const button = player.getByRole('button', { name: 'Start Game' })
    const parts = [
      player.getByRole('button', { name: /^Tile 1, / }),
      player.getByRole('button', { name: /^Tile 25, / }),
    ]
    await button.waitFor()
    for (const size of ['a narrow phone', 'a phone', 'a phone on its side', 'a desk'] as const) {
      await show(player, { size: sizes[size], rootSize: '100%' })
      expect([size, ...(await Promise.all([...parts, button].map(isInView)))]).toEqual([size, true, true, true])
    }
  })

  it('have the whole thumb of Dice in the window at the end of its scale', async () => {
    await open(player, '/casino/dice')
    const thumb = player.getByRole('slider')
    for (const key of ['End', 'Home'])
      for (const size of ['a narrow phone', 'a phone', 'a phone on its side'] as const) {
        await show(player, { size: sizes[size], rootSize: '100%' })
        await thumb.press(key)
        expect([key, size, await isInView(thumb)]).toEqual([key, size, true])
      }
  })

  it('never have a message over the button of a game', async () => {
    await open(player, '/casino/dice')
    const button = player.getByRole('button', { name: 'Roll', exact: true })
    const owner = await site.casino.admin()
    for (const size of Object.values(sizes)) {
      await show(player, { size, rootSize: '100%' })
      await owner.reject(await known.requestDeposit({ amount: 200 }), 'Not found')
      await player.getByText(/^Deposit rejected/).waitFor()
      expect([size, await isInView(button)]).toEqual([size, true])
      await player.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Close' }).first().click()
    }
  })

  it('give the focus back to what opened a drawer, and close it by its scrim and not by its padding', async () => {
    await show(player, { size: sizes['a desk'], rootSize: '100%' })
    await open(player, '/casino/dice')
    const opener = player.getByRole('button', { name: 'Fair', exact: true })
    const drawer = player.getByRole('dialog')
    for (const close of [() => player.keyboard.press('Escape'), () => player.mouse.click(200, 400)]) {
      await opener.click()
      await drawer.waitFor()
      await drawer.click({ position: { x: 6, y: 400 } })
      expect(await drawer.isVisible()).toBe(true)
      await close()
      await drawer.waitFor({ state: 'detached' })
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })
})
