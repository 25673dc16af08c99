import type { WireOutput, setSupportMessageStatus } from '@kismet/contracts'

/** A support message as the gateway sends it. */
export type WireMessage = WireOutput<typeof setSupportMessageStatus>['message']

const at = (minutesAgo: number, beforeMs: number): string =>
  new Date(beforeMs - (minutesAgo + 0.5) * 60_000).toISOString()

const written = [
  ['lakshmi.narayan@example.com', 'Lakshmi Narayan', 130],
  ['dev.m@example.com', 'Dev M', 61],
  ['rk.winner777@example.com', 'R K', 39],
  ['suresh.patil@example.com', 'Suresh Patil', 382],
  ['nisha.b@example.com', 'Nisha B', 1_194],
] as const
const texts = [
  'I paid 2,500 by UPI at 3.20 pm and the deposit is still pending. UTR 432876441802. Please check.',
  'Aviator froze for a few seconds at 4x and my cash out came late. Round 200312.',
  'Why was my deposit rejected???',
  'Please change the mobile number on my bank account, I lost the old SIM.',
  'Where can I see the bonus?',
]

/** Three open messages, the oldest first, and two that are closed. */
export function messages(nowMs: number): WireMessage[] {
  return written.map(([email, name, minutesAgo], n) => ({
    _id: `0190b2a0-0000-7000-8000-0000000000b${n}`,
    ...{ name, email, message: texts[n] ?? '', status: n < 3 ? 'open' : 'closed' },
    createdAt: at(minutesAgo, nowMs),
    user: n === 2 ? null : { _id: `0190b2a0-0000-7000-8000-0000000000a${n}`, email, username: null },
    changedAt: n < 3 ? null : at(minutesAgo - 30, nowMs),
    changedBy: n < 3 ? null : 'sana',
  }))
}
