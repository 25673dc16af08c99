import { deviceCookies, limits } from '@kismet/contracts'
import type { Route } from '@kismet/contracts'
import type { Request, Response } from 'express'

const attributes = `Path=/api; Max-Age=${limits.device.knownForMs / 1_000}; HttpOnly; Secure; SameSite=Strict`

const longestUserAgent = 256

/** The device token and the user agent of a browser, for a route that needs them. */
export function browserOf(
  { headers }: Request,
  { device }: Route,
): { readonly device?: string | undefined; readonly userAgent?: string | undefined } {
  if (device === undefined) return {}
  const cookie = new RegExp(`(?:^|; ?)${deviceCookies[device]}=([0-9a-f]{64})(?:;|$)`)
  return {
    device: cookie.exec(headers.cookie ?? '')?.[1],
    userAgent: headers['user-agent']?.slice(0, longestUserAgent),
  }
}

/** Has a browser keep a device token. No page can read it, and no other site can have it sent. */
export function keepDeviceToken(response: Response, { device }: Route, token: string): void {
  if (device !== undefined) response.setHeader('Set-Cookie', `${deviceCookies[device]}=${token}; ${attributes}`)
}
