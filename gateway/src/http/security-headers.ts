const nothingElse = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** For each answer. The API serves no page, so an answer may not run, load or be framed. Caches do not store answers. */
export const apiHeaders: readonly (readonly [name: string, value: string])[] = Object.entries({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; ${nothingElse}`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
})

const ownAlone = "script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'"
/** For the page of the API document: only its own scripts, styles and pictures. */
export const documentPagePolicy = `default-src 'none'; ${ownAlone}; ${nothingElse}`
