import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { PlayerActor, tinyPng } from '@kismet/test-env/actors'
import { faultsOf, gameWindows, misfitsOf, showIn, windows } from '@kismet/test-env/pictures/page-fit'
import { TestSite } from '@kismet/test-env/test-apps'
import { WatchedPage } from '@kismet/test-env/watched-page'
import type { Locator, Page } from 'playwright-core'

const sizes = Object.keys(windows) as (keyof typeof windows)[]
const gameSizes = Object.keys(gameWindows) as (keyof typeof gameWindows)[]
const gameLooks = [...gameSizes.map((size) => [size, '100%'] as const), ['a phone of 360 x 740', '130%'] as const]
/** Games whose stake larger texts put below the bar. */
const stakeLeaves = new Set<string>(['/casino/mines', '/casino/dice'])
/** Windows in which Mines shows large tiles, and the stake below the button, as in the design. In the lowest windows this is the only layout that fits. */
const stakeIsBelow = new Set<string>([
  'a phone',
  'a phone of 430 x 781',
  'a tablet',
  'a phone of 375 x 553',
  'a phone of 360 x 612',
])
/** Where what people write stands, as long as it may be; every page is looked at where its pictures are. */
const playerPages = ['/deposit', '/account']
const adminPages = ['/admin/deposit-requests', '/admin/deposit-requests?status=all', '/admin/players']

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

/** Whether the whole element is in the window, and no fixed or clickable element covers it. */
function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    if (left < 0 || top < 0 || right > window.innerWidth + 0.5 || bottom > window.innerHeight) return false
    const [inset, middle] = [(right - left) / 20, (top + bottom) / 2]
    const points = [
      [left + inset, middle],
      [(left + right) / 2, bottom - 2],
      [right - inset, middle],
    ] as const
    return points.every(([x, y]) => {
      const over = document.elementFromPoint(x, y)?.closest('nav, dialog, [popover], a, button')
      return over === undefined || over === null || over.contains(element)
    })
  })
}

async function boxOf(target: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not to be seen')
  return box
}

/** What of the amount and the decision of a request is out of the window, or below a message. */
async function hiddenOf(request: Locator, message: Locator): Promise<string[]> {
  const news = await boxOf(message)
  const decision = await request.getByRole('button', { name: /^(Approve|Reject)/ }).all()
  const parts = [request.getByText(/^₹[\d,.]+$/).first(), ...decision]
  const hidden = parts.map(async (part) => {
    const { x, y, width, height } = await boxOf(part)
    const isBelow = x < news.x + news.width && news.x < x + width && y < news.y + news.height && news.y < y + height
    return isBelow || !(await isInView(part)) ? [await part.innerText()] : []
  })
  return (await Promise.all(hidden)).flat()
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

  it.each(playerPages)('of a player fit every window with the longest words: %s', async (path) => {
    await open(player, path)
    expect(await misfitsOf(player)).toEqual([])
  })

  it.each(adminPages)('of an admin fit every window with the longest words: %s', async (path) => {
    await open(admin, path)
    expect(await misfitsOf(admin)).toEqual([])
  })

  it('hold a long address in the step of the code', async () => {
    await showIn(visitor, 'a narrow phone')
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
    await showIn(player, 'a narrow phone')
    await open(player, '/deposit')
    const name = `${'a long name of a picture '.repeat(6)}${'x'.repeat(90)}.png`
    await player.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: tinyPng })
    await player.getByText(name).waitFor()
    expect(await faultsOf(player)).toEqual([])
  })

  it.each([
    { path: '/casino/dice', button: 'Roll', shown: ['output'] },
    { path: '/casino/slots', button: 'SPIN', shown: ['[aria-label=Reels] > div'] },
    { path: '/casino/mines', button: 'Start Game', shown: ['[aria-label^="Tile 1,"]', '[aria-label^="Tile 25,"]'] },
    { path: '/casino/aviator', button: /^(Place Bet|Bet next round)/, shown: ['canvas[role=img]'] },
  ])('of a game have its result, stake and button in one view: $path', async ({ path, button, shown }) => {
    await open(player, path)
    const action = player.getByRole('button', { name: button })
    const needed = [...shown.map((what) => player.locator(what).first()), action]
    await action.waitFor()
    for (const [size, text] of gameLooks) {
      await showIn(player, size, text)
      const isBelow = text === '100%' ? path === '/casino/mines' && stakeIsBelow.has(size) : stakeLeaves.has(path)
      const parts = isBelow ? needed : [...needed, player.getByLabel(/Amount/)]
      expect([size, text, ...(await Promise.all(parts.map(isInView)))]).toEqual([size, text, ...parts.map(() => true)])
    }
  })

  it('of Mines have the next multipliers and its three facts, and its button in one place when a game ends, on low phones', async () => {
    await open(player, '/casino/mines')
    const button = player.locator('form button[class*=big]').first()
    const facts = ['Gems left', 'Mine risk', 'Opened'].map((name) => player.getByText(name, { exact: true }))
    const needed = [player.getByRole('list', { name: 'Next multipliers' }), ...facts, button]
    const low = gameSizes.filter((size) => gameWindows[size].width < 640 && gameWindows[size].height < 780)
    const tops = new Map<string, number>()
    for (const size of low) {
      await showIn(player, size)
      expect([size, ...(await Promise.all(needed.map(isInView)))]).toEqual([size, ...needed.map(() => true)])
      tops.set(size, (await boxOf(button)).y)
    }
    await player.getByRole('button', { name: 'Start Game' }).click()
    // A press that has to wait for its tile would scroll to it meanwhile.
    await player.locator('[aria-label^="Tile 1,"]:not([aria-disabled])').click()
    await player
      .getByRole('button', { name: /Play Again|^Cashout · \d/ })
      .first()
      .waitFor()
    if (await player.getByRole('button', { name: /^Cashout/ }).isVisible()) await button.click()
    await player.getByRole('button', { name: 'Play Again' }).waitFor()
    for (const size of low) {
      await showIn(player, size)
      expect([size, (await boxOf(button)).y, await isInView(button)]).toEqual([size, tops.get(size), true])
    }
  })

  // Its stake stands with all else that a run keeps to, in a card of its own.
  it('of Mines auto have what a run has come to and the button in one view', async () => {
    await open(player, '/mines-auto')
    const parts = [
      player.getByRole('heading', { name: 'Auto Mode Status' }),
      player.getByRole('button', { name: 'Start Auto' }),
    ]
    for (const size of sizes) {
      await showIn(player, size)
      expect([size, ...(await Promise.all(parts.map(isInView)))]).toEqual([size, true, true])
    }
  })

  it('have the whole thumb of Dice in the window at the end of its scale', async () => {
    await open(player, '/casino/dice')
    const thumb = player.getByRole('slider')
    for (const key of ['End', 'Home'])
      for (const size of ['a narrow phone', 'a phone', 'a phone on its side'] as const) {
        await showIn(player, size)
        await thumb.press(key)
        expect([key, size, await isInView(thumb)]).toEqual([key, size, true])
      }
  })

  it('never have a message over the button of a game', async () => {
    await open(player, '/casino/dice')
    const button = player.getByRole('button', { name: 'Roll', exact: true })
    const owner = await site.casino.admin()
    for (const size of sizes) {
      await showIn(player, size)
      await owner.reject(await known.requestDeposit({ amount: 200 }), 'Not found')
      await player.getByText(/^Deposit rejected/).waitFor()
      expect([size, await isInView(button)]).toEqual([size, true])
      await player.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Close' }).first().click()
    }
  })

  it('give the focus back to what opened a drawer, and close it by its scrim and not by its padding', async () => {
    await showIn(player, 'a desk')
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

  it('of a proof keep what is under the pointer there while it is enlarged and made smaller', async () => {
    await showIn(admin, 'a desk')
    await open(admin, '/admin/deposit-requests')
    const picture = admin.getByRole('group', { name: 'Proof' }).getByRole('img')
    // Its shape is known with it.
    await admin.getByText(/^\d+ × \d+ · /).waitFor()
    const { x, y, width, height } = await boxOf(picture)
    const [across, down] = [0.7, 0.6]
    const pointer = [x + across * width, y + down * height] as const
    await admin.mouse.move(...pointer)
    await admin.keyboard.down('Control')
    for (const [step, zoom] of [1, 2, 3, 2, 1].entries()) {
      await admin.mouse.wheel(0, step < 3 ? -100 : 100)
      await admin.locator(`[data-zoom="${zoom}"]`).waitFor()
      const now = await boxOf(picture)
      const off = [now.x + across * now.width - pointer[0], now.y + down * now.height - pointer[1]]
      // It is scrolled by whole pixels, and each step enlarges what the one before left over.
      expect([zoom, ...off.map((px) => Math.abs(px) < 4)]).toEqual([zoom, true, true])
    }
    await admin.keyboard.up('Control')
  })

  it('never have a message over the decision of a desk or its amount', async () => {
    const detail = admin.getByRole('article', { name: 'Selected request' })
    for (const size of ['a phone', 'a desk'] as const) {
      for (const amount of [310, 320]) await known.requestDeposit({ amount })
      await showIn(admin, size)
      await open(admin, '/admin/deposit-requests')
      const select = admin.getByRole('button', { name: 'Select several' })
      if (size === 'a desk') await select.click()
      await admin.getByText(email).first().click()
      await detail.getByText(email).first().waitFor()
      await admin.keyboard.press('a')
      await detail.getByText('Is the money in the bank?').waitFor()
      await admin.keyboard.press('Enter')
      const messages = admin.getByRole('status', { name: 'Messages' })
      // Held by the pointer, it stays.
      await messages
        .getByText(/credited to/)
        .first()
        .hover()
      await detail.getByRole('button', { name: /^Approve/ }).waitFor()
      expect([size, await hiddenOf(detail, messages)]).toEqual([size, []])
      if (size === 'a desk') {
        const ticked = await boxOf(admin.getByLabel('Ticked requests'))
        const news = await boxOf(messages)
        expect(news.y + news.height).toBeLessThanOrEqual(ticked.y)
        expect(ticked.y - news.y - news.height).toBeLessThan(120)
      }
    }
  })
})
