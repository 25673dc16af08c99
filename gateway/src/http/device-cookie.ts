import { deviceCookies, limits } from '@kismet/contracts'
import type { Route } from '@kismet/contracts'
import type { Request, Response } from 'express'

const attributes = `Path=/api; Max-Age=${limits.device.knownForMs / 1_000}; HttpOnly; Secure; SameSite=Strict`

/** The device token that a browser shows, where the route asks for one. */
export function deviceTokenOf({ headers }: Request, { device }: Route): string | undefined {
  if (device === undefined || headers.cookie === undefined) return undefined
  return new RegExp(`(?:^|; ?)${deviceCookies[device]}=([0-9a-f]{64})(?:;|$)`).exec(headers.cookie)?.[1]
}

/** Has a browser keep a device token. No page can read it, and no other site can have it sent. */
export function keepDeviceToken(response: Response, { device }: Route, token: string): void {
  if (device !== undefined) response.setHeader('Set-Cookie', `${deviceCookies[device]}=${token}; ${attributes}`)
}
