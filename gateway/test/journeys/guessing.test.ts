import { expect, it } from '@jest/globals'
import { limits, login } from '@kismet/contracts'
import { TestCasino } from '@kismet/test-env/test-casino'

it('ten wrong passwords from one IPv6 network are ten of one address, however many hosts send them', async () => {
  const casino = await TestCasino.create({ trustedProxies: 'loopback' })
  try {
    const { email, password, api } = await casino.player()
    const guess = async (from: string, guessed = 'a-wrong-password') => {
      const headers = { 'x-forwarded-for': from }
      return (await api.call(login, { email, password: guessed }, { headers })).status
    }
    const seen: number[] = []
    for (let host = 1; host <= limits.login.ofOne.most + 1; host += 1)
      seen.push(await guess(`2001:db8:1:2:${host}::${host}`))
    expect(seen).toEqual([...Array<number>(limits.login.ofOne.most).fill(401), 429])
    expect(await guess('2001:db8:1:2::ffff', password)).toBe(429)
    expect(await guess('2001:db8:2:2::1', password)).toBe(200)
  } finally {
    await casino.close()
  }
})
