import { storedSessionOf, readJson, WholeText } from '@kismet/app-kit/session/stored-session.ts'
import { User } from '@kismet/contracts'

/**
 * The session in the browser (spec 3): the user, the token and a balance of their own, and what session time and net result are
 * counted from. Money is kept in integer paise.
 */
export interface Session {
  user: { id: string; email: string }
  token: string
  startedAtMs: number
  /** The net result of all bets as the login answered it; that of the session is what has come since. */
  netAtLoginPaise: number
  /** As it was known when the session began on this page; the slice of the balance goes on from here. */
  figures: Figures
}

/** What changes while a session lasts. */
export interface Figures {
  balancePaise: number
  /** The ledger sequence at which the balance stood. */
  balanceSeq: number
  /** Payouts less stakes of all bets that are over, and the sequence at which they stood so. */
  netPaise: number
  netSeq: number
}

const StoredUser = User.pick({ _id: true, email: true })

const figureKeys = {
  balancePaise: 'balance',
  balanceSeq: 'balanceSeq',
  netPaise: 'netResult',
  netSeq: 'netSeq',
} as const

/** A sequence comes after its amount: a tab that reads in between takes it for older than it is, never for newer. */
export function figureTexts(figures: Figures): Record<string, string> {
  const names = Object.keys(figureKeys) as (keyof Figures)[]
  return Object.fromEntries(names.map((name) => [figureKeys[name], String(figures[name])]))
}

/** The session of a player as all tabs of this browser share it. */
export const storedSession = storedSessionOf<Session>({
  token: 'token',
  lastActivity: 'lastActivity',
  others: ['user', 'sessionStartedAt', 'netAtLogin', ...Object.values(figureKeys), 'adminToken'],
  read: (token, textOf) => {
    const user = readJson(StoredUser, textOf('user'))
    if (user === null) return null
    const whole = (key: string): number => WholeText.safeParse(textOf(key)).data ?? 0
    return {
      user: { id: user._id, email: user.email },
      token,
      startedAtMs: whole('sessionStartedAt'),
      netAtLoginPaise: whole('netAtLogin'),
      figures: {
        balancePaise: whole(figureKeys.balancePaise),
        balanceSeq: whole(figureKeys.balanceSeq),
        netPaise: whole(figureKeys.netPaise),
        netSeq: whole(figureKeys.netSeq),
      },
    }
  },
  texts: ({ user, startedAtMs, netAtLoginPaise, figures }) => ({
    user: JSON.stringify({ _id: user.id, email: user.email }),
    sessionStartedAt: String(startedAtMs),
    netAtLogin: String(netAtLoginPaise),
    ...figureTexts(figures),
  }),
})
