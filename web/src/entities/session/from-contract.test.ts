import { getBalance, getProfile, login, playDice } from '@kismet/contracts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { refusal, unanswered } from '@kismet/app-kit/call-error.ts'
import { describe, expect, it } from '@jest/globals'
import { endsSession } from './from-contract.ts'

const refused = (status: number, code: CallError['code']): CallError => refusal(status, { code }, null)

describe('endsSession', () => {
  it.each<[string, string, CallError, boolean]>([
    ['a 401 of any call', playDice.subject, refused(401, 'unauthenticated'), true],
    ['a 401 without a code', playDice.subject, refused(401, null), true],
    ['a wrong password', login.subject, refused(401, 'invalid_credentials'), false],
    ['a 403 of the balance', getBalance.subject, refused(403, 'forbidden'), true],
    ['a 403 of the profile', getProfile.subject, refused(403, 'forbidden'), true],
    ['a 403 of a bet: a limit of the player', playDice.subject, refused(403, 'limit_reached'), false],
    ['a login before the e-mail is verified', login.subject, refused(403, 'email_not_verified'), false],
    ['the site under maintenance', getBalance.subject, refused(503, 'maintenance'), false],
    ['no network', getBalance.subject, unanswered('network'), false],
    ['an answer that cannot be read', getBalance.subject, unanswered('malformed', 401), false],
  ])('%s', (_, subject, error, ends) => expect(endsSession(subject, error)).toBe(ends))
})
