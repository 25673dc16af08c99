// The images also start services by this table, so this file imports no other program of this package.
import type { ServiceName } from '@kismet/contracts'

/** What a service is given besides its port and its NATS user. */
export type Need =
  | 'database'
  | 'audit'
  | 'documents'
  | 'streams'
  | 'proofs'
  | 'redis'
  | 'mail'
  | 'first-admin'
  | 'app-origins'
  | 'origins'
  | 'services'
  | 'proxies'

export interface ServiceRow {
  readonly name: ServiceName
  /** Its package; `src/main.ts` in it starts the service. */
  readonly folder: string
  readonly needs: readonly Need[]
  /** Variables of secrets of its own: random, and kept with the data that they seal. A name in the plural is a list of epochs (`1:secret`). */
  readonly secrets: readonly string[]
  /** Options of Node itself. */
  readonly nodeFlags?: readonly string[]
}

/** Whether a secret, named as a variable or as a property, is a list with an id for each secret, the newest first. */
export const isEpochList = (name: string): boolean => /[_-]secrets$/i.test(name)

/** The value of a new secret: the first of its list, or the secret itself. */
export const firstValueOf = (name: string, secret: string): string => (isEpochList(name) ? `1:${secret}` : secret)

/**
 * Options of Node for the processes that every bet passes: MiB of room for new objects. Those live about as long as a bet is under way; with room for a second of
 * them few are copied before they die.
 */
export const betPathNodeFlags = ['--min-semi-space-size=64', '--max-semi-space-size=64'] as const

/** Every service of the stack. A new one is one more row here. */
export const serviceTable: readonly ServiceRow[] = [
  {
    name: 'auth',
    folder: 'services/auth',
    needs: ['database', 'audit', 'redis', 'mail', 'first-admin', 'app-origins'],
    secrets: ['AUTH_SECRET', 'PUSH_SECRET'],
  },
  { name: 'wallet', folder: 'services/wallet', needs: ['database', 'audit'], secrets: [], nodeFlags: betPathNodeFlags },
  {
    name: 'dice-slots',
    folder: 'services/dice-slots',
    needs: ['database'],
    secrets: ['SEED_SECRETS'],
    nodeFlags: betPathNodeFlags,
  },
  {
    name: 'mines',
    folder: 'services/mines',
    needs: ['database'],
    secrets: ['SEED_SECRETS'],
    nodeFlags: betPathNodeFlags,
  },
  {
    name: 'aviator',
    folder: 'services/aviator',
    needs: ['database', 'audit'],
    secrets: ['CHAIN_SECRETS'],
    nodeFlags: betPathNodeFlags,
  },
  { name: 'payments', folder: 'services/payments', needs: ['database', 'audit', 'streams', 'proofs'], secrets: [] },
  { name: 'support', folder: 'services/support', needs: ['documents'], secrets: [] },
  { name: 'analytics', folder: 'services/analytics', needs: ['documents', 'streams'], secrets: [] },
  {
    name: 'gateway',
    folder: 'gateway',
    needs: ['redis', 'origins', 'services', 'proxies'],
    secrets: [],
    nodeFlags: betPathNodeFlags,
  },
]
