import { z } from 'zod'
import { limits } from './limits.ts'
import { operation } from './operation.ts'
import { IsoTime, NoInput, openEnum } from './primitives.ts'
import { adminRoles } from './operation.ts'

export const CasinoMode = z.enum(['play', 'real'])
export type CasinoMode = z.output<typeof CasinoMode>

/** What a client needs before anybody signs in. `rtp` values are per cent. */
export const getConfig = operation({
  subject: 'auth.get-config',
  route: {
    method: 'GET',
    path: '/api/config',
    access: 'anyone',
    rate: 'read',
    summary: 'Mode, limits, RTP and contacts',
  },
  input: NoInput,
  output: z.object({
    mode: openEnum(CasinoMode.options),
    /** The addresses of the operator's own texts; null while the app shows its sample texts. */
    operator: z.object({
      name: z.string().nullable(),
      licence: z.string().nullable(),
      termsUrl: z.string().nullable().default(null),
      privacyUrl: z.string().nullable().default(null),
    }),
    limits: z.object({
      deposit: z.object({ min: z.number(), max: z.number() }),
      dice: z.object({ min: z.number(), max: z.number() }),
      slots: z.object({ min: z.number(), max: z.number() }),
      aviator: z.object({ min: z.number(), max: z.number() }),
      mines: z.object({ min: z.number(), max: z.number() }),
      maxWin: z.number(),
    }),
    rtp: z.record(z.string(), z.number()),
    /** `answerHours`: the usual time of an answer of the support; null if the operator has not set it. */
    contacts: z.object({
      whatsapp: z.string().nullable(),
      email: z.string().nullable(),
      answerHours: z.int().positive().nullable().default(null),
    }),
    serverTime: IsoTime,
  }),
  errors: [],
})

/** The maintenance switch as everybody may read it. */
export const getSiteMaintenance = operation({
  subject: 'auth.get-site-maintenance',
  route: {
    method: 'GET',
    path: '/api/admin/site-maintenance',
    access: 'anyone',
    rate: 'read',
    summary: 'Whether the site is under maintenance',
  },
  callers: ['dice-slots', 'mines', 'aviator', 'wallet', 'payments'],
  input: NoInput,
  output: z.object({ siteMaintenance: z.boolean() }),
  errors: [],
})

export const setSiteMaintenance = operation({
  subject: 'auth.set-site-maintenance',
  route: {
    method: 'POST',
    path: '/api/admin/site-maintenance',
    access: { admin: ['owner'] },
    rate: 'command',
    summary: 'Open or close the site',
  },
  input: z.object({
    siteMaintenance: z.boolean({ error: 'siteMaintenance must be true or false.' }),
    reason: z.string().trim().max(limits.maintenance.reasonMaxLength).optional(),
  }),
  output: z.object({ siteMaintenance: z.boolean() }),
  errors: [],
})

export const OnlineUser = z.object({
  userId: z.string(),
  username: z.null(),
  email: z.string(),
  currentGame: z.string().nullable(),
  loginTime: IsoTime.nullable(),
  lastActive: IsoTime,
  ip: z.string().nullable(),
})

/** Players with an open socket. Presence is the gateway's own knowledge (Redis), so it answers by itself. */
export const getOnlineUsers = operation({
  subject: 'gateway.get-online-users',
  route: {
    method: 'GET',
    path: '/api/admin/online-users',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'Players who are online now',
  },
  input: NoInput,
  output: z.object({ count: z.int(), users: z.array(OnlineUser) }),
  errors: [],
})
