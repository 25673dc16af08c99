import { describe, expect, it } from '@jest/globals'
import { cacheControl, securityHeaders } from './app-rules.ts'
import { renderNginxConfig } from './nginx-config.ts'
import { version } from './version.ts'

/** The body of a location, by its head. */
function locationIn(config: string, head: string): string {
  const from = config.indexOf(`location ${head} {\n`)
  if (from < 0) throw new Error(`There is no location ${head}`)
  return config.slice(from, config.indexOf('\n    }\n', from))
}

describe.each([{ passesAdminCalls: false }, { passesAdminCalls: true }])('the nginx of an app, %j', (options) => {
  const config = renderNginxConfig(options)

  it.each(['/', '~ ^/assets/.*\\.js$', '~ ^/.*\\.html$', '@not_found'])(
    'sends what %s is with the headers that our own server sends',
    (head) => {
      const location = locationIn(config, head)
      for (const [name, value] of Object.entries(securityHeaders))
        expect(location).toContain(`add_header ${name} "${value}" always;`)
    },
  )

  it('answers /health with the version', () => {
    expect(locationIn(config, '= /health')).toContain(JSON.stringify({ status: 'ok', version }))
  })

  it('lets browsers keep what has its hash in its name, ask for what has none, and forget what was refused', () => {
    const kept = (head: string) => /add_header Cache-Control "([^"]*)"/.exec(locationIn(config, head))?.[1]
    expect(kept('~ ^/assets/.*\\.css$')).toBe(cacheControl.immutable)
    expect(kept('~ ^/.*\\.svg$')).toBe(cacheControl.revalidated)
    expect(kept('/')).toBe(cacheControl.revalidated)
    expect(kept('@not_found')).toBe(cacheControl.refusal)
  })

  it('adds whom a request came from to the chain of those before, and passes on nothing else of it', () => {
    for (const head of ['~* ^/api(/|$)', '~* ^/socket\\.io(/|$)']) {
      const location = locationIn(config, head)
      expect(location).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;')
      expect(location).toContain('proxy_set_header X-Real-IP "";')
    }
  })
})

describe('the calls of admins', () => {
  it('are kept out by the player app, but for the question for maintenance', () => {
    const config = renderNginxConfig({ passesAdminCalls: false })
    expect(locationIn(config, '~* ^/api/admin(/|$)')).not.toContain('proxy_pass')
    expect(config).toContain('"~*^[^?]*(%25|%2e|%2f|%5c|\\x5c)" 1;')
    expect(locationIn(config, '~* ^/api(/|$)')).toContain('if ($is_ambiguous) { return 404')
    expect(locationIn(config, '= /api/admin/site-maintenance')).toContain('proxy_pass http://gateway;')
  })

  it('are passed on by the admin app', () => {
    expect(renderNginxConfig({ passesAdminCalls: true })).not.toContain('location ~* ^/api/admin')
  })
})
