import { describe, expect, it } from '@jest/globals'
import { refusal, unanswered } from '@kismet/app-kit/call-error.ts'
import { minesErrorText } from './mines-words.ts'

const said = (message: string | null) => refusal(400, { message }, null)

describe('what a refusal of Mines says (spec 8.3)', () => {
  it.each([
    ['Game is not active', 'Game is already over. Please start a new game.'],
    ['Must reveal at least one tile before cashing out', 'Reveal at least one tile before cashing out.'],
    ['Game not found', 'Game not found. Please start a new game.'],
    ['You do not own this game', 'You do not own this game. Please refresh and try again.'],
    ['Server error', 'Server error. Please try again.'],
    [
      'This exceeds a limit that you set. See your limits under Safer play.',
      'This exceeds a limit that you set. See your limits under Safer play.',
    ],
    [null, 'Failed to cashout'],
  ])('%s: %s', (message, shown) => expect(minesErrorText(said(message), 'Failed to cashout')).toBe(shown))

  it('is Server error where the server was not reached', () =>
    expect(minesErrorText(unanswered('network'), 'Failed to cashout')).toBe('Server error'))
})
