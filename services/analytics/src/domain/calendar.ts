import { indiaTime } from '@kismet/contracts'

/** The hour of Asia/Kolkata of an instant, as `2026-11-23T05`. Its first seven characters are the month. */
export const hourOf = (atMs: number): string => indiaTime(atMs).slice(0, 13).replace(' ', 'T')
