import { deviceCookies } from '@kismet/contracts'
import type { PlayerActor } from './actors.ts'
import type { TestSite } from './test-apps.ts'
import { WatchedPage } from './watched-page.ts'

/** Opens the player app in a browser of its own, and logs in there. */
export async function openAsPlayer(
  site: TestSite,
  { email, password, api }: Pick<PlayerActor, 'email' | 'password' | 'api'>,
): Promise<WatchedPage> {
  const watched = await WatchedPage.open(site.browser, site.webUrl)
  const { page } = watched
  // Bank accounts that are saved on another device wait for a day.
  const { deviceToken: value } = api
  if (value !== undefined)
    await page.context().addCookies([{ name: deviceCookies.player, value, url: site.webUrl, httpOnly: true }])
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  return watched
}

/** Opens a page of the back office in a browser of its own, and logs in there. */
export async function openAsAdmin(
  site: TestSite,
  path: string,
  login: { readonly username: string; readonly password: string } = site.casino.adminLogin,
): Promise<WatchedPage> {
  const watched = await WatchedPage.open(site.browser, site.adminUrl)
  const { page } = watched
  await page.goto(path)
  await page.getByLabel('Username').fill(login.username)
  await page.getByLabel('Password', { exact: true }).fill(login.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === path)
  return watched
}
