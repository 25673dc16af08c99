import type { PayloadAction } from '@reduxjs/toolkit'
import { createSlice } from '@reduxjs/toolkit'
import { sessionEnded, sessionStarted } from '../session/session-slice.ts'

/** How an order to the site stands; `checking`: no answer has come, and nobody knows yet whether it counts. */
export type OrderState = 'idle' | 'sending' | 'checking'
type Order = 'depositSettings' | 'maintenance' | 'volatility'
type SentOrders = Readonly<Record<Order, OrderState>>

declare module '../../core/store.ts' {
  interface RootState {
    sentOrders: SentOrders
  }
}

const none: SentOrders = { depositSettings: 'idle', maintenance: 'idle', volatility: 'idle' }

/** The orders of this session that are on their way, whatever page is looked at meanwhile. */
export const sentOrdersSlice = createSlice({
  name: 'sentOrders',
  initialState: none,
  reducers: {
    orderSent: (orders, { payload }: PayloadAction<Order>) => ({ ...orders, [payload]: 'sending' }),
    orderUnclear: (orders, { payload }: PayloadAction<Order>) => ({ ...orders, [payload]: 'checking' }),
    orderKnown: (orders, { payload }: PayloadAction<Order>) => ({ ...orders, [payload]: 'idle' }),
  },
  extraReducers: (build) => {
    build.addCase(sessionStarted, () => none).addCase(sessionEnded, () => none)
  },
  selectors: { selectOrder: (orders, order: Order) => orders[order] },
})

export const { orderSent, orderUnclear, orderKnown } = sentOrdersSlice.actions
export const { selectOrder } = sentOrdersSlice.selectors
