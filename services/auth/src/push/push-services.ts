/** The push services of Chrome, Firefox, Edge and Safari. */
const known = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
const knownDomains = ['.notify.windows.com']

/**
 * Whether auth may send to an endpoint. The player gives the endpoint, so only known push services count: otherwise a player
 * could have auth call servers inside the network.
 * @param more origins that the operator adds (PUSH_SERVICES)
 */
export function isPushEndpoint(endpoint: string, more: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (more.includes(url.origin)) return true
  const isKnown = known.includes(url.hostname) || knownDomains.some((domain) => url.hostname.endsWith(domain))
  return isKnown && url.origin === `https://${url.hostname}`
}
