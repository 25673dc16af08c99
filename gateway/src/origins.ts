/** Whether a page of this origin may talk to the gateway. Tools send no origin, and may. */
export type OriginCheck = (origin: string | undefined) => boolean

export function allowOrigins(allowed: readonly string[]): OriginCheck {
  const known = new Set(allowed)
  return (origin) => origin === undefined || known.has(origin)
}
