import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { resetPassword, signup } from './sign-in.ts'
import { busPermissions, callersOf } from './bus-permissions.ts'
import { operations, signals, streamRoutes } from './catalogue.ts'
import { playDice } from './dice.ts'
import { errorCatalogue, readRefusal } from './errors.ts'
import { openApiDocument } from './openapi.ts'
import { serviceOf } from './operation.ts'
import { parseInput } from './parse.ts'
import { isStorableText } from './primitives.ts'

const hash = 'a'.repeat(64)

describe('the catalogue', () => {
  it('has each subject and each route once', () => {
    const subjects = [...operations, ...signals].map(({ subject }) => subject)
    expect(subjects).toEqual([...new Set(subjects)])
    const routes = [...operations, ...streamRoutes].flatMap(({ route }) =>
      route === undefined ? [] : [`${route.method} ${route.path}`],
    )
    expect(routes).toEqual([...new Set(routes)])
    expect(routes).toContain('POST /api/deposit')
  })

  it('has a caller for every operation without a route, and a service that is not its own caller', () => {
    for (const { subject, callers = [], route } of operations) {
      expect(callers).not.toContain(serviceOf(subject))
      if (route !== undefined) expect(callers).not.toContain('gateway')
    }
  })
})

describe('what a service may publish', () => {
  it.each([
    { service: 'payments', subject: 'wallet.credit', may: true },
    { service: 'dice-slots', subject: 'wallet.credit', may: false },
    { service: 'gateway', subject: 'wallet.credit', may: false },
    { service: 'dice-slots', subject: 'wallet.play.dice-slots', may: true },
    { service: 'dice-slots', subject: 'wallet.play.mines', may: false },
    { service: 'dice-slots', subject: 'wallet.play', may: false },
    { service: 'payments', subject: 'wallet.play.payments', may: false },
    { service: 'gateway', subject: 'dice-slots.play-dice', may: true },
    { service: 'auth', subject: 'wallet.read-balance', may: true },
    { service: 'wallet', subject: 'signal.wallet.entries-booked', may: true },
    { service: 'payments', subject: 'signal.wallet.entries-booked', may: false },
    { service: 'gateway', subject: 'wallet.get-readiness', may: true },
    { service: 'payments', subject: 'wallet.get-readiness', may: false },
  ] as const)('$service $subject: $may', ({ service, subject, may }) => {
    expect(busPermissions(service).publish.includes(subject)).toBe(may)
  })
})

describe('what a user may hear', () => {
  it.each([
    { user: 'gateway', subject: 'signal.auth.maintenance-changed', may: true },
    { user: 'dice-slots', subject: 'signal.auth.maintenance-changed', may: true },
    { user: 'wallet', subject: 'signal.auth.maintenance-changed', may: true },
    { user: 'payments', subject: 'signal.auth.maintenance-changed', may: true },
    { user: 'analytics', subject: 'signal.auth.maintenance-changed', may: false },
    { user: 'dice-slots', subject: 'signal.wallet.balances-changed', may: false },
    { user: 'analytics', subject: 'signal.wallet.entries-booked', may: true },
    { user: 'gateway', subject: 'signal.wallet.entries-booked', may: false },
    { user: 'dice-slots', subject: '_INBOX.gateway.>', may: false },
  ] as const)('$user $subject: $may', ({ user, subject, may }) => {
    expect(busPermissions(user).subscribe.includes(subject)).toBe(may)
  })

  it('is asked for by everybody who must hear it', () => {
    for (const { subject, hearers, delivery } of signals)
      if (typeof delivery === 'object')
        for (const hearer of hearers)
          expect([subject, callersOf(delivery.state)]).toEqual([subject, expect.arrayContaining([hearer])])
  })
})

describe('reading a request', () => {
  const form = { email: ' Asha@Example.IN ', otp: '123456', newPassword: 'longenough', confirmPassword: 'longenough' }
  it.each([
    {
      what: 'no e-mail',
      schema: signup.input,
      raw: { password: 'longenough' },
      message: 'Please enter your email and password.',
    },
    {
      what: 'no password',
      schema: signup.input,
      raw: { email: 'a@b.in' },
      message: 'Please enter your email and password.',
    },
    {
      what: 'an empty password',
      schema: signup.input,
      raw: { email: 'a@b.in', password: '' },
      message: 'Please enter your email and password.',
    },
    {
      what: 'a short password',
      schema: signup.input,
      raw: { email: 'a@b.in', password: '1234567' },
      message: 'Password must be at least 8 characters.',
    },
    {
      what: 'no e-mail address',
      schema: signup.input,
      raw: { email: 'asha', password: 'longenough' },
      message: 'Please enter a valid email.',
    },
    { what: 'a body that is a list', schema: signup.input, raw: [], message: 'The body must be of type object.' },
    {
      what: 'two passwords',
      schema: resetPassword.input,
      raw: { ...form, confirmPassword: 'other' },
      message: 'Passwords do not match.',
    },
    {
      what: 'a missing field',
      schema: resetPassword.input,
      raw: { ...form, otp: '' },
      message: 'All fields are required.',
    },
    {
      what: 'a stake that is text',
      schema: playDice.input,
      raw: { betAmount: '500', rollOver: 50 },
      message: 'The amount must be ₹100 to ₹1,00,000.',
    },
    {
      what: 'a stake below the least',
      schema: playDice.input,
      raw: { betAmount: 99, rollOver: 50 },
      message: 'The amount must be ₹100 to ₹1,00,000.',
    },
    {
      what: 'a roll-over of 100',
      schema: playDice.input,
      raw: { betAmount: 100, rollOver: 100 },
      message: 'Roll-over must be a number from 0 to 99.99.',
    },
    {
      what: 'a roll-over of three decimals',
      schema: playDice.input,
      raw: { betAmount: 100, rollOver: 50.505 },
      message: 'Roll-over has at most 2 decimals.',
    },
    {
      what: 'a hash in capitals',
      schema: playDice.input,
      raw: { betAmount: 100, rollOver: 50, serverSeedHash: hash.toUpperCase() },
      message: 'Expected 64 lower-case hex characters.',
    },
  ])('$what: $message', ({ schema, raw, message }) => {
    expect(parseInput(schema, raw)).toMatchObject({ ok: false, message })
  })

  it.each([
    { what: 'U+0000', raw: { email: 'a@b.in', password: 'longenough\u0000' } },
    { what: 'half of a pair', raw: { email: 'a@b.in', password: 'longenough\ud83d' } },
    { what: 'U+0000 deep below', raw: { email: 'a@b.in', password: 'longenough', other: [{ deep: ['\u0000'] }] } },
  ])('refuses $what', ({ raw }) => {
    expect(parseInput(signup.input, raw)).toEqual({
      ok: false,
      message: 'A text holds a character that cannot be stored.',
    })
  })

  it.each([
    {
      what: 'an amount',
      schema: playDice.input,
      raw: { betAmount: 99.5, rollOver: 50 },
      params: { min: 100, max: 100_000 },
    },
    {
      what: 'a number that is text',
      schema: playDice.input,
      raw: { betAmount: '5', rollOver: 50 },
      params: { min: 100, max: 100_000 },
    },
    {
      what: 'a roll-over',
      schema: playDice.input,
      raw: { betAmount: 100, rollOver: 100 },
      params: { min: 0, max: 99.99 },
    },
    { what: 'a password', schema: signup.input, raw: { email: 'a@b.in', password: 'a' }, params: { min: 8, max: 128 } },
    { what: 'any whole number', schema: z.object({ at: z.int() }), raw: { at: 'x' }, params: undefined },
    { what: 'no number', schema: signup.input, raw: { email: 'a', password: 'longenough' }, params: undefined },
  ])('tells the limits of $what', ({ schema, raw, params }) => {
    const read = parseInput(schema, raw)
    expect(read.ok ? undefined : read.params).toEqual(params)
  })

  it('drops what it does not know', () => {
    const raw = { betAmount: 500, rollOver: 50.5, balance: 1, ['__proto__']: { admin: true } }
    expect(parseInput(playDice.input, raw)).toEqual({ ok: true, value: { betAmount: 50_000, rollOver: 50.5 } })
  })

  it('reads an e-mail without case and without the space around it', () => {
    expect(parseInput(resetPassword.input, form)).toMatchObject({ ok: true, value: { email: 'asha@example.in' } })
  })
})

describe('a text', () => {
  it.each([
    { what: 'letters', text: 'आशा \u{1f3b2}', storable: true },
    { what: 'nothing', text: '', storable: true },
    { what: 'U+0000', text: 'a\u0000b', storable: false },
    { what: 'the first half of a pair', text: 'a\ud83d', storable: false },
    { what: 'the second half of a pair', text: '\udfb2b', storable: false },
  ])('of $what can be stored: $storable', ({ text, storable }) => {
    expect(isStorableText(text)).toBe(storable)
  })
})

describe('the params of a refusal', () => {
  it('are those of its code', () => {
    expect(readRefusal('insufficient_balance', { balance: 12.5 }).params).toEqual({ balance: 12.5 })
    expect(readRefusal('insufficient_balance', { max: 1 }).params).toBeUndefined()
    expect(readRefusal('not_found', { balance: 12.5 }).params).toBeUndefined()
  })

  it('are there for every code whose text has a number in it', () => {
    const withNumbers = Object.values(errorCatalogue).filter(({ message }) => /\d/.test(message))
    expect(withNumbers.map((entry) => 'params' in entry)).not.toContain(false)
  })
})

describe('the OpenAPI document', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument('1.0.0'))) as {
    paths: Record<string, Record<string, { responses: object }>>
  }

  it('has every route with its failures', () => {
    expect(Object.keys(document.paths['/api/dice/play']?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '409', '422', '429', '500', '503']),
    )
    expect(Object.keys(document.paths)).toContain('/api/deposit-requests/{id}/proof')
    expect(Object.keys(document.paths)).toHaveLength(
      new Set([...operations, ...streamRoutes].flatMap(({ route }) => (route === undefined ? [] : [route.path]))).size,
    )
  })

  it('has one schema for the items of each list', () => {
    const lists: unknown[] = []
    JSON.stringify(document, (_key, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'array') lists.push(value)
      return value
    })
    expect(lists).toContainEqual(expect.objectContaining({ minItems: 3, maxItems: 3 }))
    for (const list of lists) {
      expect(list).toEqual(expect.objectContaining({ items: expect.any(Object) }))
      expect(list).not.toHaveProperty('prefixItems')
    }
  })
})
