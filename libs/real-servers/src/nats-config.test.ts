import { describe, expect, it } from '@jest/globals'
import { renderNatsConfig } from './nats-config.ts'

describe('renderNatsConfig', () => {
  it('gives each user its subjects and nothing else', () => {
    const text = renderNatsConfig({
      port: 4222,
      users: [{ name: 'wallet', password: 'a "quoted" p', permissions: { publish: [], subscribe: ['wallet.play'] } }],
    })
    expect(text).toContain('listen: "127.0.0.1:4222"')
    expect(text).toContain('password: "a \\"quoted\\" p"')
    expect(text).toContain('publish: { deny: ">" }')
    expect(text).toContain('subscribe: { allow: ["wallet.play"] }')
    expect(text.match(/user:/g)).toHaveLength(1)
  })
})
