/**
 * Of one gateway process; `perPlayer` counts a player's tabs there. `strangersOfSite`: connections of one site without
 * a good token, 2 s after their start. A site is the /48 of IPv6, because one customer may own a whole /48. The gateway
 * closes a connection in these cases:
 * - it sends more than `messages` or `bytes` within `withinMs`
 * - more than `waitingBytes` wait for it, second after second, because the client does not read
 */
export const socketLimits = {
  perProcess: 5_000,
  perPlayer: 20,
  strangersOfSite: 200,
  maxMessageBytes: 16 * 1024,
  withinMs: 10_000,
  messages: 300,
  bytes: 64 * 1024,
  waitingBytes: 256 * 1024,
} as const
