import type { socketEvents } from '@kismet/contracts'
import { createAction } from '@reduxjs/toolkit'
import type { z } from 'zod'

/** Who looks at a request by now, for answers that would cost too much to be asked for again. */
export const claimHeard = createAction<z.output<typeof socketEvents.claimUpdate.payload>>('claims/heard')
