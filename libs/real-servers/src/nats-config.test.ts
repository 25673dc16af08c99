import { describe, expect, it } from '@jest/globals'
import { renderNatsConfig } from './nats-config.ts'

describe('renderNatsConfig', () => {
  it('gives each user its subjects and nothing else', () => {
    const text = renderNatsConfig({
      port: 4222,
      storeFolder: '/tmp/a "quoted" folder',
      users: [
        { name: 'wallet', password: 'p1', permissions: { publish: ['fact.wallet.>'], subscribe: ['wallet.play'] } },
      ],
    })
    expect(text).toContain('listen: "127.0.0.1:4222"')
    expect(text).toContain('store_dir: "/tmp/a \\"quoted\\" folder"')
    expect(text).toContain('publish: { allow: ["fact.wallet.>"] }')
    expect(text).toContain('subscribe: { allow: ["wallet.play"] }')
    expect(text.match(/user:/g)).toHaveLength(1)
  })
})
