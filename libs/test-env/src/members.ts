import { analytics } from '@kismet/analytics/service'
import { auth } from '@kismet/auth/service'
import { aviator } from '@kismet/aviator/service'
import { diceSlots } from '@kismet/dice-slots/service'
import { gateway } from '@kismet/gateway/service'
import { mines } from '@kismet/mines/service'
import { payments } from '@kismet/payments/service'
import type { Service } from '@kismet/service-kit/define-service'
import { support } from '@kismet/support/service'
import { wallet } from '@kismet/wallet/service'

/** Every service and the gateway, in the order of their start: each finds what it needs, and the gateway comes last. */
export const members: readonly Service<unknown>[] = [
  auth,
  wallet,
  diceSlots,
  mines,
  aviator,
  payments,
  support,
  analytics,
  gateway,
]
