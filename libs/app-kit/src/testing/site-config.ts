import type { z } from 'zod'
import type { getConfig } from '@kismet/contracts'

/** What a site with play money says of itself. */
export function playMoneyConfig(serverTime: string): z.input<typeof getConfig.output> {
  return {
    mode: 'play',
    operator: { name: null, licence: null },
    limits: {
      deposit: { min: 100, max: 10_000 },
      dice: { min: 100, max: 100_000 },
      slots: { min: 100, max: 50_000 },
      aviator: { min: 100, max: 10_000 },
      mines: { min: 1, max: 100_000 },
      maxWin: 1_000_000,
    },
    rtp: { dice: 99 },
    contacts: { whatsapp: null, email: null },
    serverTime,
  }
}
