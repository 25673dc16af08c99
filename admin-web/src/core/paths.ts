/** Every path of the app, once (spec 2.16). */
export const paths = {
  login: '/admin/login',
  dashboard: '/admin/',
  deposits: '/admin/deposit-requests',
  qrSettings: '/admin/qr-settings',
  gameMode: '/admin/game-mode',
} as const

/** The queue with one request open. */
export function depositPath(id: string): string {
  return `${paths.deposits}?id=${encodeURIComponent(id)}`
}
