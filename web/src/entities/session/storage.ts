import { storedSessionOf, readJson, WholeText } from '@kismet/app-kit/session/stored-session.ts'
import { User } from '@kismet/contracts'

/**
 * The stored session (spec 3): user, token, balance, and the start values of session time and net result. Money is integer paise.
 */
export interface Session {
  user: { id: string; email: string }
  token: string
  startedAtMs: number
  /** The net result of all bets at the login. The net result of the session is the difference since then. */
  netAtLoginPaise: number
  /** The figures at the start of the session on this page. The balance slice starts with them. */
  figures: Figures
}

/** The values that change during a session. */
export interface Figures {
  balancePaise: number
  /** The ledger sequence of the balance. */
  balanceSeq: number
  /** Payouts minus stakes of all settled bets, and the ledger sequence of this value. */
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

/** A sequence is written after its amount, so that a tab that reads between the writes sees an older value, never a newer value. */
export function figureTexts(figures: Figures): Record<string, string> {
  const names = Object.keys(figureKeys) as (keyof Figures)[]
  return Object.fromEntries(names.map((name) => [figureKeys[name], String(figures[name])]))
}

/** The session of a player in localStorage, shared by all tabs. */
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
