import type { WireOutput, getVolatilityMode } from '@kismet/contracts'

/** Aviator as it is at first, with one change behind it. */
export const volatility: WireOutput<typeof getVolatilityMode> = {
  mode: 'normal',
  roundMode: 'normal',
  modes: [
    { mode: 'mild', rtp: 98, crashAtOnce: 2.97 },
    { mode: 'normal', rtp: 96.97, crashAtOnce: 3.99 },
    { mode: 'hard', rtp: 95, crashAtOnce: 5.94 },
  ],
  changes: [{ mode: 'normal', previous: 'mild', by: 'vikram', at: '2026-11-14T05:35:22.000Z' }],
}
